import { both } from './both.ts';

/** Which session is meant. */
export const sessionWords = both(
  {
    noneHere: (folder: string) => `no Claude Code session has been stored for ${folder}`,
    noneHereFix: (verb: string) => `Go to the folder it was started in, or name it: ccc ${verb} --session ID`,
    unknown: (id: string) => `there is no session ${JSON.stringify(id)}`,
    unknownFix: 'An id, or its beginning, is needed. The ids of running sessions: ccc status --all --json',
    several: (id: string, count: number) => `${count} sessions begin with ${JSON.stringify(id)}`,
    severalFix: (ids: string[]) => `Write more of it: ${ids.join(', ')}`,
  },
  {
    noneHere: (folder) => `${folder} 没有存下的 Claude Code 会话`,
    noneHereFix: (verb) => `请到启动它的文件夹，或指定会话：ccc ${verb} --session ID`,
    unknown: (id) => `没有会话 ${JSON.stringify(id)}`,
    unknownFix: '需要会话的 ID 或其开头。正在运行的会话的 ID：ccc status --all --json',
    several: (id, count) => `有 ${count} 个会话以 ${JSON.stringify(id)} 开头`,
    severalFix: (ids) => `请写得更长：${ids.join('、')}`,
  },
);
