import { type ChildProcess, start } from '../platform/spawn.ts';
import { PIPE_NAME } from './output-folder.ts';

/**
 * Its stdin is open as long as we live: its lines say whom to end, its end says when. The mark finds those who have left
 * the group; where there is no /proc they live to their own end. `$1` is the mark, `$2` a folder to remove: whoever waits
 * for the pipe in it to be opened, also without our knowing, reads its end instead. For a group, dash knows this form of
 * `kill` and not the shorter one.
 */
const WATCH = `
while read -r what pid; do
  case $what in
    group) kill_group=$pid ;;
    relay) kill_relay=$pid ;;
  esac
done
[ "$kill_group" ] && kill -s KILL -- "-$kill_group"
[ "$kill_relay" ] && kill -s KILL "$kill_relay"
for round in 1 2 3; do
  for environ in $(grep -laF -- "$1" /proc/[0-9]*/environ); do
    pid=\${environ#/proc/}
    kill -s KILL "\${pid%/environ}"
  done
done
[ -p "$2/${PIPE_NAME}" ] && exec 3<>"$2/${PIPE_NAME}"
rm -rf -- "$2"
`;

export interface Watcher {
  /** Ends this group, or this process, should we die. */
  over(what: 'group' | 'relay', pid: number | undefined): void;
  dismiss(): void;
}

/**
 * A check is in a group of its own: scripts that end with `kill 0` would take the hook with them. So it has to be ended
 * when the hook is, also where that is killed and can do nothing: by a process that belongs to neither. It is there
 * before anything is that could be left behind; the folder need not be there yet.
 */
export function watcher(mark: string, folder: string, path = '/usr/bin:/bin'): Watcher {
  let child: ChildProcess | undefined;
  try {
    child = start('/bin/sh', ['-c', WATCH, 'ccc-watcher', mark, folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: { PATH: path },
      ownGroup: true,
    });
  } catch {
    // Without a shell there is no check to watch either.
  }
  return {
    over: (what, pid) => void (pid !== undefined && child?.stdin?.write(`${what} ${pid}\n`)),
    dismiss: () => void child?.kill('SIGKILL'),
  };
}
