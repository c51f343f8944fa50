import { type ChildProcess, start } from '../platform/spawn.ts';
import { PIPE_NAME } from './output-pipe.ts';

/**
 * Its stdin stays open while our process lives. Each line names something to kill; the end of the input means that we
 * are dead. `$1` is the tag by which processes are found that have left the process group; without /proc they are not
 * found and keep running. `$2` is a folder to remove, if there is one: a process that waits for the pipe in it to be opened
 * reads its end instead. `kill -s KILL -- -pid` is the only form that dash accepts for a group.
 */
const KILL_SCRIPT = `
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
[ "$2" ] || exit 0
[ -p "$2/${PIPE_NAME}" ] && exec 3<>"$2/${PIPE_NAME}"
rm -rf -- "$2"
`;

export interface OrphanKiller {
  /** Adds a process group, or the pipe's reader, to what is killed if we die. */
  add(what: 'group' | 'reader', pid: number | undefined): void;
  cancel(): void;
}

/**
 * A check has a process group of its own, because a script that ends with `kill 0` would otherwise kill the hook. So
 * something else has to kill the check if the hook is killed and can do nothing itself; the same goes for the user's
 * `on_event`. Started before anything that could be left behind; the folder need not exist yet.
 */
export function killIfOrphaned(tag: string, folder: string | undefined, searchPath = '/usr/bin:/bin'): OrphanKiller {
  let child: ChildProcess | undefined;
  try {
    child = start('/bin/sh', ['-c', KILL_SCRIPT, 'ccc-kill-if-orphaned', tag, folder ?? ''], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      env: { PATH: searchPath },
      ownGroup: true,
    });
  } catch {
    // Without a shell nothing else can run either.
  }
  return {
    add: (what, pid) => void (pid !== undefined && child?.stdin?.write(`${what} ${pid}\n`)),
    cancel: () => void child?.kill('SIGKILL'),
  };
}
