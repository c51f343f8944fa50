import { both } from '../../src/i18n/both.ts';

/** Every file `ccc` keeps below the config dir. A test compares the names with `src/config/paths.ts`. */
export const files: { path: string; about: { en: string; zh: string } }[] = [
  {
    path: 'ccc.json',
    about: both(
      'this configuration; yours, changed only by `ccc provider` and by taking over at the first start',
      '本配置；属于你，只有 `ccc provider` 和首次启动时的接管会改动它',
    ),
  },
  {
    path: 'SUPERVISOR.md',
    about: both('replaces the built-in review prompt; yours, only read', '取代内置的审查提示；属于你，只读取'),
  },
  {
    path: 'ccc/supervisor-<id>.json',
    about: both('the state of a session: on or off, and the count', '一个会话的状态：开关和计数'),
  },
  {
    path: 'ccc/supervisor-<id>.lock',
    about: both(
      'held while the state is changed (a link that names its holder)',
      '改动状态时持有的锁（指明持有者的链接）',
    ),
  },
  {
    path: 'ccc/supervisor-<id>.log',
    about: both(
      'what the hook did, for when something is wrong; over 1 MiB it becomes `.log.1`',
      'hook 做了什么，供排查；超过 1 MiB 改名为 `.log.1`',
    ),
  },
  {
    path: 'ccc/reviews.jsonl',
    about: both('the journal: a line for each decision, with its cost', '日志：每个决定一行，含花费'),
  },
  {
    path: 'ccc/reviewer-<tag>.settings.json',
    about: both(
      'how the reviewer signs in; there only while a review runs, and only if your settings say how',
      '审查者如何登录；只在审查期间存在，且只在你的设置里写了登录方式时',
    ),
  },
  {
    path: 'ccc/checks-<tag>.json',
    about: both(
      'the last results of the checks of a folder, so that the same content is not checked twice',
      '一个文件夹最近的检查结果，使相同的内容不必检查两次',
    ),
  },
  {
    path: 'ccc/launch-<tag>.settings.json',
    about: both('the private settings of a session that `ccc` started', '由 `ccc` 启动的会话的私有设置'),
  },
  {
    path: 'ccc/launch-<tag>.json',
    about: both('what is known of that session while it runs', '该会话运行期间的记录'),
  },
  {
    path: 'ccc/installed.json',
    about: both(
      'what `ccc install` wrote where, to take it out exactly',
      '`ccc install` 写了什么、写在哪里，以便原样取出',
    ),
  },
  {
    path: 'ccc/installed.lock',
    about: both('held while that changes', '改动它时持有的锁'),
  },
  {
    path: 'ccc/trusted.json',
    about: both(
      'what `ccc trust` pinned: the folders and the exact content of their `.claude/ccc.json` and `.claude/SUPERVISOR.md`',
      '`ccc trust` 钉住的内容：哪些文件夹，以及其中 `.claude/ccc.json` 和 `.claude/SUPERVISOR.md` 的确切内容',
    ),
  },
  {
    path: 'ccc/trusted.lock',
    about: both('held while that changes', '改动它时持有的锁'),
  },
  {
    path: 'ccc/backups',
    about: both(
      'files of yours as they were before `ccc install` and `ccc init`',
      '`ccc install` 和 `ccc init` 之前的文件',
    ),
  },
  {
    path: 'ccc/bin/ccc',
    about: both(
      'a link to `ccc`, if its own path cannot stand in a slash command',
      '指向 `ccc` 的链接，仅当它自己的路径不能写进斜杠命令时',
    ),
  },
  {
    path: 'ccc/config.lock',
    about: both('held while `ccc.json` is changed', '改动 `ccc.json` 时持有的锁'),
  },
  {
    path: 'ccc/take-over-asked',
    about: both('taking over `settings.json` was offered and declined', '已问过是否接管 `settings.json`，你选择了否'),
  },
];
