import { type ChildProcess, start } from '../platform/spawn.ts';
import { PIPE_NAME } from './output-pipe.ts';

/**
 * Its stdin is open as long as we live: each line names something to kill, and the end of the input says when. `$1` is
 * the tag, which finds what has left the process group; where there is no /proc that is left running. `$2` is a folder to
 * remove: whatever waits for the pipe in it to be opened reads its end instead. dash knows `kill -s KILL -- -pid` for a
 * group, and no shorter form.
 */
const WATCH = `
while read -r what pid; do
  case $what in
    group) kill_group=$pid ;;
    reader) kill_reader=$pid ;;
  esac
done
[ "$kill_group" ] && kill -s KILL -- "-$kill_group"
[ "$kill_reader" ] && kill -s KILL "$kill_reader"
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
  /** Has this process group, or the pipe's reader, killed if we die. */
  watch(what: 'group' | 'reader', pid: number | undefined): void;
  stop(): void;
}

/**
 * A check has a process group of its own, because a script that ends with `kill 0` would otherwise kill the hook. So
 * something else has to kill the check if the hook is killed and can do nothing itself. Started before anything that could
 * be left behind; the folder need not exist yet.
 */
export function startWatcher(tag: string, folder: string, path = '/usr/bin:/bin'): Watcher {
  let child: ChildProcess | undefined;
  try {
    child = start('/bin/sh', ['-c', WATCH, 'ccc-watcher', tag, folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: { PATH: path },
      ownGroup: true,
    });
  } catch {
    // Without a shell no check can run either.
  }
  return {
    watch: (what, pid) => void (pid !== undefined && child?.stdin?.write(`${what} ${pid}\n`)),
    stop: () => void child?.kill('SIGKILL'),
  };
}
