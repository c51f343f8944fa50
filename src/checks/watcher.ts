import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Its stdin is open as long as we live: the first line says whom to end, the end of the stream says when. The mark finds
 * those who have left the group; where there is no /proc they live to their own end. `$1` is the mark, `$2` a folder to
 * remove. For a group, dash knows this form of `kill` and not the shorter one.
 */
const WATCH = `
read -r group relay
read -r end
[ "$group" ] && kill -s KILL -- "-$group"
[ "$relay" ] && kill -s KILL "$relay"
for round in 1 2 3; do
  for environ in $(grep -laF -- "$1" /proc/[0-9]*/environ); do
    pid=\${environ#/proc/}
    kill -s KILL "\${pid%/environ}"
  done
done
[ "$2" ] && rm -rf -- "$2"
`;

export interface Watcher {
  /** Ends this group, and the process beside it, should we die. */
  over(group: number | undefined, beside: number | undefined): void;
  dismiss(): void;
}

/**
 * A check is in a group of its own: scripts that end with `kill 0` would take the hook with them. So it has to be ended
 * when the hook is, also where that is killed and can do nothing: by a process that belongs to neither.
 */
export function watcher(mark: string, folder: string, path = '/usr/bin:/bin'): Watcher {
  let child: ChildProcess | undefined;
  try {
    child = spawn('/bin/sh', ['-c', WATCH, 'ccc-watcher', mark, folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: { PATH: path },
      detached: true,
    });
  } catch {
    // Without a shell there is no check to watch either.
  }
  child?.on('error', () => {});
  child?.stdin?.on('error', () => {});
  return {
    over: (group, beside) => void child?.stdin?.write(`${group ?? ''} ${beside ?? ''}\n`),
    dismiss: () => void child?.kill('SIGKILL'),
  };
}
