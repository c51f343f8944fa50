import { visibleLine } from '../platform/visible-text.ts';
import { both } from './both.ts';

interface Stored {
  id: string;
  /** When something was last written to it. */
  at: Date;
}

const line = ({ id, at }: Stored) => `  ${id}  ${at.toISOString().replace(/\.\d+Z$/, 'Z')}`;

/** Which session a command is about. */
export const sessionMessages = both(
  {
    session: (id: string, folder: string) => `Session ${id} in ${folder}`,
    noneHere: (folder: string) => `no Claude Code session in ${folder} yet`,
    noneHereFix: (command: string) =>
      `To start one: ccc\nFor a session of another folder, run this there or name the session: ccc ${command} --session ID`,
    unknown: (id: string) => `no session ${JSON.stringify(id)}`,
    unknownFix: (latest: Stored[]) =>
      [
        'Give an id, or its first characters.',
        ...(latest.length > 0 ? ["This folder's latest:", ...latest.map(line)] : []),
        'To list running sessions: ccc status --all',
      ].join('\n'),
    several: (id: string, count: number) => `${count} sessions begin with ${JSON.stringify(id)}`,
    severalFix: (ids: string[]) => `Give more of the id: ${ids.join(', ')}`,
  },
  {
    session: (id, folder) => `会话 ${id}，位于 ${folder}`,
    noneHere: (folder) => `${folder} 里还没有 Claude Code 会话`,
    noneHereFix: (command) => `启动：ccc\n要用别的目录里的会话，请到那里运行，或指定会话：ccc ${command} --session ID`,
    unknown: (id) => `没有会话“${visibleLine(id)}”`,
    unknownFix: (latest) =>
      [
        '请给出会话的 ID 或其开头。',
        ...(latest.length > 0 ? ['当前目录最近的会话：', ...latest.map(line)] : []),
        '列出正在运行的会话：ccc status --all',
      ].join('\n'),
    several: (id, count) => `有 ${count} 个会话以“${visibleLine(id)}”开头`,
    severalFix: (ids) => `请写出更多位：${ids.join('、')}`,
  },
);
