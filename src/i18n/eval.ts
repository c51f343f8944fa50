import { both } from './both.ts';

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** What is wrong with a case, and what to do about it. */
interface ProblemText {
  what: string;
  fix: string;
}

/** `ccc eval` and `ccc eval add`. */
export const evalMessages = both(
  {
    problem: {
      missing: { what: 'there is no such file', fix: 'Add it: docs/evaluation.md describes a case.' },
      unreadable: (why: string): ProblemText => ({ what: `cannot be read (${why})`, fix: 'Check its permissions.' }),
      'not-json': { what: 'is not a JSON object', fix: 'Correct it, or record the case again.' },
      'too-large': { what: 'is too large', fix: 'Use a file of at most 16 MB, and at most 64 MB for the case.' },
      'too-many-files': {
        what: 'has too many files',
        fix: 'Leave files out that the case does not need: at most 5000.',
      },
      'not-a-file': { what: 'is neither a file nor a folder', fix: 'Replace it: links and devices are not read.' },
      'git-folder': { what: 'would be read by git', fix: 'Remove it; commits belong into base/ or repository.bundle.' },
      key: (key: string): ProblemText => ({
        what: key === '' ? 'lacks keys' : `${key} is missing or wrong`,
        fix: 'Correct it: docs/evaluation.md lists the keys.',
      }),
      event: (why: string): ProblemText => ({
        what: `the event cannot be read: ${why}`,
        fix: 'Correct it: `event` is what Claude Code sends to a hook.',
      }),
      'event-kind': (event: string): ProblemText => ({
        what: `${event} events are not reviewed`,
        fix: 'Use an event that is, such as Stop.',
      }),
      cwd: { what: 'event.cwd is outside the case', fix: 'Write /case/repository, or a folder below it.' },
      'two-histories': {
        what: 'has more than one history',
        fix: 'Keep one of base/, repository.bundle and "git": "no-commits".',
      },
      bundle: { what: 'git cannot read it', fix: 'Make it again: git bundle create repository.bundle HEAD --all' },
      git: { what: 'git could not make the repository', fix: 'Check that git runs and that there is free disk space.' },
      time: (path: string): ProblemText => ({
        what: `times names ${JSON.stringify(path)}, which is not in repository/`,
        fix: 'Add the file (is it ignored by git?), or remove the time.',
      }),
    },
    unusable: (file: string, what: string, fix: string) => `Left out: ${file}: ${what}. ${fix}`,
    noFolder: (path: string, code: string) => `eval: cannot read ${path} (${code})`,
    noFolderFix: 'Give a folder with cases, or the folder of one case.',
    noCase: (path: string) => `eval: no case in ${path}`,
    noCaseFix: 'A case is a folder with a case.json: docs/evaluation.md describes it. To make one: ccc eval add',
    noneUsable: (count: number) => `eval: none of the ${plural(count, 'case')} can be used`,
    noneUsableFix: 'See above what is wrong with each.',
    repeat: (value: string) => `eval: invalid value ${JSON.stringify(value)} for --repeat`,
    repeatFix: 'Use a number from 1 to 100.',
    factsOnlyOptions: (option: string) => `eval: --facts-only and ${option} cannot be used together`,
    factsOnlyFix: 'With --facts-only no model is asked, and every repeat would be the same.',
    insideReview: 'eval: already inside a review',
    insideReviewFix: 'Run it in your own terminal.',
    progress: (done: number, of: number, name: string) => `${done} of ${of}: ${name} …`,
    interrupted: (done: number) => `eval: interrupted after ${plural(done, 'review')}.`,
    budget: (done: number) =>
      `eval: ended after ${plural(done, 'review')}: review budget used up (supervisor.max_cost_usd or max_cost_usd_per_day in ccc.json).`,

    summary: (cases: number, reviews: number, failed: number) =>
      `${plural(cases, 'case')}, ${plural(reviews, 'review')}${failed > 0 ? `, ${failed} failed` : ''}`,
    factsSummary: (cases: number) => `${plural(cases, 'case')}, judged by the evidence alone, without a model`,
    by: (models: string[]) => `by ${models.join(', ')}`,
    deserves: 'deserves',
    verdicts: { allow: 'allowed', block: 'blocked', failed: 'failed' },
    labels: { allow: 'allow', block: 'block' },
    precision: (count: number, of: number) => ['precision', `${count} of ${plural(of, 'block')} deserved`],
    recall: (count: number, of: number) => ['recall', `${count} of ${of} that deserve a block were blocked`],
    accuracy: (count: number, of: number) => ['accuracy', `${count} of ${plural(of, 'verdict')} right`],
    agreement: (count: number, of: number, kappa: string | undefined) => [
      'agreement',
      `${count} of ${plural(of, 'case')} with the same verdict in every repeat${kappa ? `; Fleiss’ kappa ${kappa}` : ''}`,
    ],
    cost: (each: string) => ['cost', `${each} per review`],
    time: (each: string) => ['time', `${each} per review`],
    none: 'none',
    interval: (value: string, low: string, high: string) => `${value} % (${low}–${high} %)`,
    columns: {
      kind: 'kind',
      deserves: 'deserves',
      cases: 'cases',
      right: 'right',
      same: 'same',
      cost: 'cost',
      time: 'time each',
    },
    decidingFindings: 'Findings that decided',
    deciding: (count: number, deserved: number) => `${plural(count, 'case')}, ${deserved} of them deserved`,
    misses: 'Wrong verdicts',
    miss: (name: string, label: string, verdict: string) => `${name}: deserves ${label}, was ${verdict}`,
    failures: 'Failed reviews',
    inRepeat: (name: string, repeat: number) => `${name}, repeat ${repeat}`,
    seconds: (text: string) => `${text} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  },
  {
    problem: {
      missing: { what: '没有这个文件', fix: '请补上：docs/evaluation.zh-CN.md 说明了用例的格式。' },
      unreadable: (why) => ({ what: `无法读取（${why}）`, fix: '请检查权限。' }),
      'not-json': { what: '不是 JSON 对象', fix: '请改正，或重新录制这个用例。' },
      'too-large': { what: '太大', fix: '单个文件不超过 16 MB，整个用例不超过 64 MB。' },
      'too-many-files': { what: '文件太多', fix: '请去掉用例不需要的文件：最多 5000 个。' },
      'not-a-file': { what: '既不是文件也不是目录', fix: '请替换：链接和设备不会读取。' },
      'git-folder': { what: '会被 git 读取', fix: '请删除；提交应放在 base/ 或 repository.bundle 里。' },
      key: (key) => ({
        what: key === '' ? '缺少键' : `${key} 缺失或有误`,
        fix: '请改正：docs/evaluation.zh-CN.md 列出了所有的键。',
      }),
      event: (why) => ({ what: `无法读取事件：${why}`, fix: '请改正：`event` 是 Claude Code 发给 hook 的内容。' }),
      'event-kind': (event) => ({ what: `${event} 事件不审查`, fix: '请用会被审查的事件，例如 Stop。' }),
      cwd: { what: 'event.cwd 在用例之外', fix: '请写 /case/repository 或其中的目录。' },
      'two-histories': {
        what: '有不止一份历史',
        fix: '请只保留 base/、repository.bundle 和 "git": "no-commits" 之一。',
      },
      bundle: { what: 'git 无法读取', fix: '请重新生成：git bundle create repository.bundle HEAD --all' },
      git: { what: 'git 无法建立仓库', fix: '请检查 git 能否运行，以及磁盘空间是否足够。' },
      time: (path) => ({
        what: `times 里的 ${JSON.stringify(path)} 不在 repository/ 里`,
        fix: '请补上这个文件（是不是被 git 忽略了？），或删掉这个时间。',
      }),
    },
    unusable: (file, what, fix) => `已跳过：${file}：${what}。${fix}`,
    noFolder: (path, code) => `eval：无法读取 ${path}（${code}）`,
    noFolderFix: '请给出存放用例的目录，或单个用例的目录。',
    noCase: (path) => `eval：${path} 里没有用例`,
    noCaseFix: '用例是含有 case.json 的目录，格式见 docs/evaluation.zh-CN.md。新建用例：ccc eval add',
    noneUsable: (count) => `eval：${count} 个用例都不能用`,
    noneUsableFix: '每个用例的问题见上文。',
    repeat: (value) => `eval：--repeat 的值 ${JSON.stringify(value)} 无效`,
    repeatFix: '请用 1 到 100 之间的数。',
    factsOnlyOptions: (option) => `eval：--facts-only 和 ${option} 不能同时使用`,
    factsOnlyFix: '加 --facts-only 时不询问模型，重复多少次结果都一样。',
    insideReview: 'eval：已经在一次审查之中',
    insideReviewFix: '请在你自己的终端里运行。',
    progress: (done, of, name) => `${done}/${of}：${name} …`,
    interrupted: (done) => `eval：已中断，完成了 ${done} 次审查。`,
    budget: (done) =>
      `eval：完成 ${done} 次审查后结束：审查预算已用完（ccc.json 里的 supervisor.max_cost_usd 或 max_cost_usd_per_day）。`,

    summary: (cases, reviews, failed) =>
      `${cases} 个用例，${reviews} 次审查${failed > 0 ? `，其中 ${failed} 次失败` : ''}`,
    factsSummary: (cases) => `${cases} 个用例，只凭证据判断，没有用模型`,
    by: (models) => `模型：${models.join('、')}`,
    deserves: '应当',
    verdicts: { allow: '被放行', block: '被退回', failed: '失败' },
    labels: { allow: '放行', block: '退回' },
    precision: (count, of) => ['精确率', `${of} 次退回中有 ${count} 次应当退回`],
    recall: (count, of) => ['召回率', `${of} 次应当退回的有 ${count} 次被退回`],
    accuracy: (count, of) => ['准确率', `${of} 个结论中有 ${count} 个正确`],
    agreement: (count, of, kappa) => [
      '一致性',
      `${of} 个用例中有 ${count} 个每次结论都相同${kappa ? `；Fleiss kappa ${kappa}` : ''}`,
    ],
    cost: (each) => ['费用', `每次审查 ${each}`],
    time: (each) => ['用时', `每次审查 ${each}`],
    none: '无',
    interval: (value, low, high) => `${value} %（${low}–${high} %）`,
    columns: {
      kind: '种类',
      deserves: '应当',
      cases: '用例',
      right: '正确',
      same: '一致',
      cost: '费用',
      time: '每次用时',
    },
    decidingFindings: '起决定作用的发现',
    deciding: (count, deserved) => `${count} 个用例，其中 ${deserved} 个应当退回`,
    misses: '错误的结论',
    miss: (name, label, verdict) => `${name}：应当${label}，${verdict}`,
    failures: '失败的审查',
    inRepeat: (name, repeat) => `${name}（第 ${repeat} 次）`,
    seconds: (text) => `${text} 秒`,
    minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
  },
);
