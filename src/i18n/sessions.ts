import { both } from './both.ts';

interface Stored {
  id: string;
  /** When something was last written to it. */
  at: Date;
}

const line = ({ id, at }: Stored) => `  ${id}  ${at.toISOString().replace(/\.\d+Z$/, 'Z')}`;

/** Which session is meant. */
export const sessionMessages = both(
  {
    session: (id: string, folder: string) => `Session ${id} in ${folder}`,
    noneHere: (folder: string) => `no Claude Code session has been stored for ${folder}`,
    noneHereFix: (verb: string) => `Go to the folder it was started in, or name it: ccc ${verb} --session ID`,
    unknown: (id: string) => `there is no session ${JSON.stringify(id)}`,
    unknownFix: (latest: Stored[]) =>
      [
        'An id, or its beginning, is needed.',
        ...(latest.length > 0 ? ['The latest of this folder:', ...latest.map(line)] : []),
        'The ids of running sessions: ccc status --all --json',
      ].join('\n'),
    several: (id: string, count: number) => `${count} sessions begin with ${JSON.stringify(id)}`,
    severalFix: (ids: string[]) => `Write more of it: ${ids.join(', ')}`,
  },
  {
    session: (id, folder) => `会话 ${id}，位于 ${folder}`,
    noneHere: (folder) => `${folder} 没有存下的 Claude Code 会话`,
    noneHereFix: (verb) => `请到启动它的文件夹，或指定会话：ccc ${verb} --session ID`,
    unknown: (id) => `没有会话 ${JSON.stringify(id)}`,
    unknownFix: (latest) =>
      [
        '需要会话的 ID 或其开头。',
        ...(latest.length > 0 ? ['本文件夹最近的会话：', ...latest.map(line)] : []),
        '正在运行的会话的 ID：ccc status --all --json',
      ].join('\n'),
    several: (id, count) => `有 ${count} 个会话以 ${JSON.stringify(id)} 开头`,
    severalFix: (ids) => `请写得更长：${ids.join('、')}`,
  },
);
