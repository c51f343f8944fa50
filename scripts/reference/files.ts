import { both } from '../../src/i18n/both.ts';

/** Every file `ccc` keeps below the config dir. A test compares the names with `src/config/paths.ts`. */
export const files: { path: string; about: { en: string; zh: string } }[] = [
  {
    path: 'ccc.json',
    about: both(
      'this configuration; written only by you, by `ccc provider`, and by the first launch if you accept its offer to copy a provider',
      '本配置；只有你、`ccc provider`，以及首次启动时经你同意复制供应商，才会写入',
    ),
  },
  {
    path: 'SUPERVISOR.md',
    about: both('replaces the built-in review prompt; written only by you', '取代内置的审查提示词；只由你编写'),
  },
  {
    path: 'ccc/supervisor-<id>.json',
    about: both('the state of a session: on or off, and the count', '一个会话的状态：开关和计数'),
  },
  {
    path: 'ccc/supervisor-<id>.lock',
    about: both(
      'lock for changes of the state (a link that names its holder)',
      '改动状态时持有的锁（指明持有者的链接）',
    ),
  },
  {
    path: 'ccc/supervisor-<id>.log',
    about: both(
      'log of the hook, for troubleshooting; renamed to `.log.1` when larger than 1 MiB',
      'hook 的日志，供排查问题；超过 1 MiB 改名为 `.log.1`',
    ),
  },
  {
    path: 'ccc/reviews.jsonl',
    about: both(
      'the journal: one line per decision, with its cost, per verdict that you overruled, and per session that began, ended or died of an API error; renamed into `ccc/reviews/` when larger than 1 MiB',
      '审查记录：每个决定一行，含费用；每次否决、会话的开始、结束和 API 错误也各占一行；超过 1 MiB 时移入 `ccc/reviews/`',
    ),
  },
  {
    path: 'ccc/reviewer-<tag>.settings.json',
    about: both(
      'the reviewer’s login; exists only during a review, and only if your settings configure a login',
      '审查者的登录方式；只在审查期间存在，且仅当你的设置里配置了登录方式',
    ),
  },
  {
    path: 'ccc/checks-<tag>.json',
    about: both(
      'the latest check results of a folder, so that the same files are not checked twice',
      '一个目录最近的检查结果，相同的文件不必检查两次',
    ),
  },
  {
    path: 'ccc/launch-<tag>.settings.json',
    about: both('private settings of a session started by `ccc`', '由 `ccc` 启动的会话的私有设置'),
  },
  {
    path: 'ccc/launch-<tag>.json',
    about: both('data about that session while it runs', '该会话运行期间的记录'),
  },
  {
    path: 'ccc/delivery-<tag>.json',
    about: both(
      'a decision on its way to `on_event` or telemetry; exists for less than a millisecond',
      '正要交给 `on_event` 或遥测的一个决定；存在不到一毫秒',
    ),
  },
  {
    path: 'ccc/installed.json',
    about: both(
      'what `ccc install` wrote and where, so that `ccc uninstall` can remove exactly that',
      '`ccc install` 写了什么、写在哪里，供 `ccc uninstall` 原样移除',
    ),
  },
  {
    path: 'ccc/installed.lock',
    about: both('lock for changes of `installed.json`', '改动 `installed.json` 时持有的锁'),
  },
  {
    path: 'ccc/trusted.json',
    about: both(
      'what you trusted: the folders and the exact content of their `.claude/ccc.json` and `.claude/SUPERVISOR.md`',
      '你信任的内容：哪些目录，以及其中 `.claude/ccc.json` 和 `.claude/SUPERVISOR.md` 的确切内容',
    ),
  },
  {
    path: 'ccc/trusted.lock',
    about: both('lock for changes of `trusted.json`', '改动 `trusted.json` 时持有的锁'),
  },
  {
    path: 'ccc/backups',
    about: both(
      'backups of your files from before `ccc install` and `ccc init`',
      '`ccc install` 和 `ccc init` 改动之前的备份',
    ),
  },
  {
    path: 'ccc/bin/ccc',
    about: both(
      'a link to `ccc`, if its own path cannot be used in a slash command',
      '指向 `ccc` 的链接，仅当 `ccc` 自己的路径不能写进斜杠命令时',
    ),
  },
  {
    path: 'ccc/config.lock',
    about: both('lock for changes of `ccc.json`', '改动 `ccc.json` 时持有的锁'),
  },
  {
    path: 'ccc/take-over-asked',
    about: both('you declined to copy the provider from `settings.json`', '你已拒绝从 `settings.json` 复制供应商'),
  },
];
