import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';
import { json, session } from './options.ts';

export const evaluateAdd = declare({
  name: 'add',
  summary: both('Make a case of a session', '把一个会话做成用例'),
  details: both(
    `Copies the transcript up to the last verdict, or to the one you overruled, and the repository: what was committed before the session, and the work tree as it is now. Ignored files and files that may hold credentials (.env, keys) are left out; of a large repository only what the session changed or names is copied. Credentials are redacted, and the paths of your home folder and of the repository replaced.

Shows every file, what the session changed and every line with a redaction, and asks before it writes; without a terminal it writes only with --yes.`,
    `复制到最后一个结论为止的会话记录（如果你否决过结论，则到被否决的那个为止），以及仓库：会话开始前提交的内容和现在的工作区。被忽略的文件和可能含有密钥的文件（.env、密钥文件）不复制；仓库较大时，只复制会话改动过或提到过的文件。密钥会被遮盖，主目录和仓库的路径会被替换。

写入前显示每个文件、会话改动的内容和每一行有遮盖的内容，并询问；没有终端时，只有加 --yes 才写入。`,
  ),
  arguments: {
    folder: {
      placeholder: both('FOLDER', '目录'),
      suggestions: 'file',
      help: both('Where to put the case (default: ./eval)', '放用例的目录（默认：./eval）'),
    },
  },
  options: {
    session,
    last: { help: both("This folder's latest session (default)", '当前目录最近的会话（默认）') },
    label: {
      placeholder: both('LABEL', '标签'),
      choices: ['allow', 'block'],
      help: both(
        'What the work deserves: allow or block (default: the opposite of the verdict you overruled)',
        '这份工作应当放行（allow）还是退回（block）（默认：与你否决的结论相反）',
      ),
    },
    why: {
      placeholder: both('TEXT', '文字'),
      help: both(
        'Why, in one or two sentences (default: what you wrote when you overruled it)',
        '理由，一两句话（默认：你否决结论时写的话）',
      ),
    },
    yes: { help: both('Write without asking', '不询问，直接写入') },
    json,
  },
  exclusive: [['session', 'last']],
  exitCodes: {
    0: both('Done, or you said no', '完成，或你选择了不写入'),
    2: both('Usage error', '用法错误'),
    130: both('Cancelled', '已取消'),
  },
  examples: ['ccc eval add', "ccc eval add --label block --why 'The tests it calls green were never run.'"],
  seeAlso: ['overrule'],
});

export const evaluate = declare({
  name: 'eval',
  summary: both('Measure the reviewer on cases with known answers', '用已知答案的用例衡量审查者'),
  details: both(
    `A case is a recorded session with its repository and a label: allow or block. Every case is put into a temporary folder and reviewed there as at a real stop, on its evidence, by the reviewer you have configured and with your SUPERVISOR.md. Prints how often the verdict is right, with 95 % intervals, by kind of case; how often repeats agree; cost, time and every wrong verdict.

Costs as much as that many reviews; supervisor.max_cost_usd in ccc.json limits the whole run. No check runs, nothing of a case is run, no round is counted and nothing is written to the journal. A review that fails is counted as failed and never as a verdict.

docs/evaluation.md describes the method and the format of a case.`,
    `用例是录制下来的会话，带有仓库和标签：allow（应当放行）或 block（应当退回）。每个用例都放进临时目录，像真正停止时那样凭证据审查，用的是你配置的审查者和你的 SUPERVISOR.md。打印结论正确的比例和 95 % 区间，并按用例种类列出；多次审查是否一致；费用、用时和每个错误的结论。

费用等于这么多次审查；ccc.json 里的 supervisor.max_cost_usd 限制整个运行。不运行检查，不运行用例里的任何内容，不计轮数，不写审查记录。失败的审查只算失败，从不算作结论。

方法和用例格式见 docs/evaluation.zh-CN.md。`,
  ),
  arguments: {
    folder: {
      placeholder: both('FOLDER', '目录'),
      required: true,
      suggestions: 'file',
      help: both(
        'A folder with cases, also in folders below it, or one case',
        '存放用例的目录（含子目录），或单个用例',
      ),
    },
  },
  options: {
    factsOnly: {
      help: both(
        'Ask no model: block if the evidence has a certain finding against the agent',
        '不询问模型：证据里有对代理不利的确定发现就退回',
      ),
    },
    provider: {
      placeholder: both('NAME', '名字'),
      suggestions: 'provider',
      help: both(
        'Review with this provider (default: supervisor.provider, then the current one)',
        '用这个供应商审查（默认：supervisor.provider，其次是当前供应商）',
      ),
    },
    model: { placeholder: both('NAME', '名字'), help: both('Review with this model', '用这个模型审查') },
    repeat: {
      placeholder: 'N',
      help: both('Review every case this many times (default: 1)', '每个用例审查多少次（默认：1）'),
    },
    json,
  },
  exclusive: [
    ['factsOnly', 'provider'],
    ['factsOnly', 'model'],
    ['factsOnly', 'repeat'],
  ],
  exitCodes: {
    0: both('All cases were judged, whatever the verdicts', '所有用例都已判断，无论结论如何'),
    1: both(
      'The review budget was used up before the end, or no case could be judged',
      '审查预算提前用完，或没有一个用例能够判断',
    ),
    2: both('Usage error, or no case that can be used', '用法错误，或没有可用的用例'),
    130: both('Interrupted; what was done is printed', '被中断；已完成的部分照样打印'),
  },
  examples: [
    'ccc eval eval --facts-only',
    'ccc eval eval/stale --model haiku --repeat 3',
    'ccc eval eval --json > eval.json',
  ],
  seeAlso: ['review', 'evidence'],
  subcommands: [evaluateAdd],
});
