import type { ConfigKey } from '../../src/config/schema.ts';
import { both } from '../../src/i18n/both.ts';

/** What a key is for, and an example of its value. */
interface KeyText {
  en: string;
  zh: string;
  example?: unknown;
}

/** A key that is missing here does not compile. */
export const configKeys: Record<ConfigKey, KeyText> = {
  $schema: {
    ...both(
      'The address of `ccc.schema.json`. Editors use it to complete and check the file; `ccc` does not read it.',
      '`ccc.schema.json` 的地址，供编辑器补全和检查；`ccc` 不读取。',
    ),
    example: 'file:///usr/local/lib/node_modules/ccc-supervisor/ccc.schema.json',
  },

  supervisor: both(
    'How work is reviewed. Read at every event, so a change applies from the next event on.',
    '如何审查工作。每个事件都会重新读取，所以改动从下一个事件起生效。',
  ),
  'supervisor.enabled': {
    ...both(
      'Supervise every session in which supervision was not turned on or off by hand (`/supervisor`, `/supervisoroff`). `CCC_SUPERVISOR` takes precedence.',
      '监督所有没有手动开启或关闭过（`/supervisor`、`/supervisoroff`）的会话。`CCC_SUPERVISOR` 优先。',
    ),
    example: true,
  },
  'supervisor.max_iterations': {
    ...both(
      'Rounds per task. When they are used up, the agent may stop unreviewed, and supervision pauses until you turn it on again. The count starts again with `/supervisor`, and with your next prompt after an approved stop.',
      '每个任务最多几轮。用完后代理可以不经审查就停止，监督暂停，直到你重新开启。`/supervisor` 会重新计数；停止通过之后，你的下一条提示词也会。',
    ),
    example: 10,
  },
  'supervisor.timeout_seconds': {
    ...both(
      'Time limit for one review, and the `timeout` of the hooks that `ccc` registers. The hook answers one twentieth earlier (at least 2 and at most 10 seconds), because Claude Code ends a hook at its timeout without a message. After a change, run `ccc install` again if you use it. The hooks of the plugin always have 600.',
      '一次审查的时限，也是 `ccc` 登记的 hook 的 `timeout`。hook 会提前二十分之一（至少 2 秒，最多 10 秒）回答，因为 Claude Code 在超时后会终止 hook，而且不给任何提示。改动后，如果用了 `ccc install`，请再运行一次；插件的 hook 固定为 600。',
    ),
    example: 900,
  },
  'supervisor.question_timeout_seconds': {
    ...both(
      'Time limit for the review of a question (AskUserQuestion). After that you get the question. If `timeout_seconds` is shorter, it applies instead.',
      '审查一个提问（AskUserQuestion）的时限。超时就把问题交给你。如果 `timeout_seconds` 更短，以它为准。',
    ),
    example: 60,
  },
  'supervisor.patience_seconds': {
    ...both(
      'How long a review waits for an API that is overloaded (529), limits the rate (429), fails (5xx) or breaks the connection. It tries again with growing pauses, and not before the time that a `retry-after` names. You are told how long it waited. Never beyond `timeout_seconds`, for a question `question_timeout_seconds`. 0: fails at the first such error. A refused connection, a wrong key and a wrong request fail within seconds all the same.',
      'API 过载（529）、限流（429）、出错（5xx）或连接中断时，一次审查最多等多久。重试的间隔逐次加长，也不会早于 `retry-after` 指定的时间。等了多久会告诉你。不会超过 `timeout_seconds`（提问为 `question_timeout_seconds`）。0：第一次遇到这类错误就失败。连接被拒绝、密钥错误、请求错误照样在几秒内失败。',
    ),
    example: 300,
  },
  'supervisor.events': {
    ...both(
      'Which events are reviewed. `Stop`: the agent wants to end its turn. `SubagentStop`: a subagent wants to; it is judged by its own task. `TaskCompleted`, `TeammateIdle`: a task or a teammate of an agent team is about to count as finished. `PermissionRequest`: a call is about to be shown to you for permission; the reviewer can refuse it, never grant it. `PermissionDenied`: a call was refused by auto mode; the reviewer can let the agent try again. `UserPromptSubmit`: a prompt, before the agent gets it. `PostToolUse`, `PostToolUseFailure`: a tool call that has run. Every reviewed event takes one of the rounds (`max_iterations`). Without `Stop` finished work is not reviewed at all. Applies from the next launch on; after a change, run `ccc install` again if you use it.',
      '审查哪些事件。`Stop`：代理想结束这一轮。`SubagentStop`：子代理想结束，按它自己的任务判断。`TaskCompleted`、`TeammateIdle`：代理团队里的一项任务或一个成员即将算作完成。`PermissionRequest`：一次调用即将请你授权；审查者可以拒绝，但不能批准。`PermissionDenied`：一次调用被自动模式拒绝；审查者可以让代理再试。`UserPromptSubmit`：提示词，在代理收到之前。`PostToolUse`、`PostToolUseFailure`：已经运行的工具调用。每审查一个事件用掉一轮（`max_iterations`）。不写 `Stop`，完成的工作就完全不审查。改动从下次启动起生效；如果用了 `ccc install`，请再运行一次。',
    ),
    example: ['Stop', 'SubagentStop'],
  },
  'supervisor.tools': {
    ...both(
      'Which tool calls are reviewed before they run: names, or matchers as in the hooks of Claude Code. `ExitPlanMode` is a plan, judged before the work begins: if it is refused, the agent stays in plan mode and gets the feedback; otherwise you get the plan as always (see `approve_plans`). For other tools the reviewer can refuse the call; otherwise your own permission rules decide. Every reviewed call takes one of the rounds. Applies from the next launch on; after a change, run `ccc install` again if you use it.',
      '哪些工具调用在运行前审查：写工具名，或与 Claude Code hook 相同的 matcher。`ExitPlanMode` 是计划，在动手之前审查：被拒绝时，代理留在计划模式并收到反馈；否则照常请你过目（见 `approve_plans`）。对其他工具，审查者可以拒绝调用；否则由你自己的权限规则决定。每审查一次调用用掉一轮。改动从下次启动起生效；如果用了 `ccc install`，请再运行一次。',
    ),
    example: ['AskUserQuestion', 'ExitPlanMode'],
  },
  'supervisor.answer_questions': {
    ...both(
      'Whether the reviewer may answer a question of the agent (AskUserQuestion) in your place. `"never"`: it lets the question through to you, or refuses it. `"evident"`: it may answer if it can name where the answer is: a file of the project, or words of yours; `ccc` checks that they are there. `"always"`: even if it cannot name a source. It only chooses among the offered options, and answers all questions of a call or none. It never answers a question about deleting, publishing, paying or anything else that cannot be undone; that is left to you. So is a question that is too long to be shown whole to the reviewer. You are told each answer, the agent is told that it is not yours, and the journal keeps it with its reason (`ccc log --answers`). Questions are then reviewed whatever `tools` says.',
      '审查者能否替你回答代理的提问（AskUserQuestion）。`"never"`：把问题交给你，或拒绝提问。`"evident"`：能指出答案在哪里时可以回答：项目里的文件，或你说过的话；`ccc` 会核实确实存在。`"always"`：指不出依据也可以回答。只在给出的选项里选；一次提问的所有问题要么全部回答，要么都不回答；删除、发布、付款等无法撤销的事绝不代答，留给你；太长、无法完整交给审查者的提问也留给你。每个回答都会告诉你，也会告诉代理这不是你的回答；审查记录里保留回答和依据（`ccc log --answers`）。不管 `tools` 怎么写，提问都会审查。',
    ),
    example: 'evident',
  },
  'supervisor.approve_plans': {
    ...both(
      'Whether a plan (ExitPlanMode) that the reviewer approves counts as approved: the work begins without you. You are told that the reviewer approved it. A plan that is too long to be shown whole to the reviewer is left to you. Plans are then reviewed whatever `tools` says.',
      '审查者通过的计划（ExitPlanMode）是否视为已批准，不等你就开始工作。会告诉你是审查者批准的。太长、无法完整交给审查者的计划留给你。不管 `tools` 怎么写，计划都会审查。',
    ),
    example: true,
  },
  'supervisor.feedback': {
    ...both(
      'How an agent that wanted to stop gets the feedback. `"block"`: as a blocked stop; Claude Code labels it "Stop hook error" on your screen and gives it to the agent twice. `"context"`: as additional context; labelled "Stop hook feedback", and given once. Feedback of more than 10,000 characters is sent as `"block"`, because Claude Code would cut it. Rounds count the same.',
      '想停止的代理怎样收到反馈。`"block"`：以“拦下停止”的方式；Claude Code 在屏幕上标为 “Stop hook error”，并给代理两遍。`"context"`：以补充上下文（additional context）的方式；标为 “Stop hook feedback”，只给一遍。超过 10,000 个字符的反馈仍按 `"block"` 发送，否则会被 Claude Code 截断。轮数的计算相同。',
    ),
    example: 'context',
  },
  'supervisor.review': {
    ...both(
      'When a stop is reviewed. `"wait"`: before the turn ends; you see the verdict on the screen. `"background"`: the turn ends at once, and the agent is woken only if the reviewer objects; you are told the verdict with the next prompt, yours or the one that wakes the agent. With `-p` the client waits in both cases. Applies from the next launch on; after a change, run `ccc install` again if you use it.',
      '停止在何时审查：这一轮结束之前，或结束之后（有意见时唤醒代理）。`"wait"`：在这一轮结束之前，结论显示在屏幕上。`"background"`：这一轮立即结束，只有审查者有意见时才唤醒代理；结论随下一条提示词告诉你，不管是你输入的，还是唤醒代理的那条。用 `-p` 时两者都会等待。改动从下次启动起生效；如果用了 `ccc install`，请再运行一次。',
    ),
    example: 'background',
  },
  'supervisor.on_stop_failure': {
    ...both(
      'What to do if the review of a stop failed or timed out: `"allow"` lets the agent stop, and you are told that the work was not reviewed; `"block"` sends it back to end its turn again, until a review succeeds or the rounds are used up. It is recorded as failed either way.',
      '停止的审查失败或超时时怎么办：`"allow"` 放行，并告诉你工作未经审查；`"block"` 退回代理，让它再次结束，直到审查成功或轮数用完。两种情况都记录为失败。',
    ),
    example: 'block',
  },
  'supervisor.on_failure': {
    ...both(
      'What to do if the review of a question or another tool call failed: `"deny"` refuses it and tells the agent why; `"ask"` leaves it to you and your permission rules; `"auto"` asks if somebody sits at the screen of the session, and denies otherwise. It does not affect stops (`on_stop_failure`) and permission requests, which are then denied. A question or tool call whose review times out is left to you and your permission rules.',
      '提问或其他工具调用的审查失败时怎么办：`"deny"` 拒绝，并告诉代理原因；`"ask"` 交给你和你的权限规则；`"auto"` 在有人守着会话屏幕时交给你，否则拒绝。对停止（见 `on_stop_failure`）和权限请求没有影响：审查失败时，权限请求总是拒绝。提问或工具调用的审查超时，则交给你和你的权限规则。',
    ),
    example: 'ask',
  },
  'supervisor.checks': {
    ...both(
      'Commands that test the work: tests, linter, type check. They run in the project folder when the agent wants to stop, one after another, before any model is asked. The first check that fails sends the agent back with the end of its output. Checks that pass are evidence for the reviewer. They run without the variables from which Claude Code takes keys and login, and with `CI=true` if `CI` is not set. No check runs if no file of the project changed in the task and the agent ran nothing but tests, checks and commands that only read (see `always`), nor in plan mode. A result is reused only while nothing can have changed: the files are the same, and since then nobody typed anything and the session used no tool that writes or runs something; a pass for at most an hour, a failure for ten minutes. A check that had failed on the files that the task began with is reported to you and to the reviewer, and does not send the agent back by itself. Checks in your own file run in every project. Put a check for one repository into its `.claude/ccc.json` (`ccc init`, `ccc trust`).',
      '用来检验工作的命令：测试、lint、类型检查。代理想停止时，在调用任何模型之前，在项目目录里逐个运行。第一个失败的检查会退回代理，并附上输出的末尾；通过的检查作为证据交给审查者。运行时去掉 Claude Code 用来取得密钥和登录的变量；没有设置 `CI` 时加上 `CI=true`。本任务没有改变项目文件、代理又只运行过测试、检查和只读命令时（见 `always`），以及在计划模式下，不运行检查。只有确定什么都没变才沿用上次的结果：文件相同，此后没有人输入，会话也没有用过会写入或运行程序的工具；通过的最多沿用一小时，失败的十分钟。如果任务开始时的文件就已经通不过某个检查，会告诉你和审查者，但不会因此退回代理。写在你自己文件里的检查，每个项目都会运行；只针对某个仓库的，请写进它的 `.claude/ccc.json`（`ccc init`、`ccc trust`）。',
    ),
    example: [{ name: 'test', run: 'npm test', timeout_seconds: 300, paths: ['src/**', 'test/**'] }],
  },
  'supervisor.checks.name': both(
    'The name of the check in messages and in the journal.',
    '检查的名字，显示在消息和审查记录里。',
  ),
  'supervisor.checks.run': both('The command. It is run with `/bin/sh`.', '命令，由 `/bin/sh` 运行。'),
  'supervisor.checks.timeout_seconds': both(
    'After this time the check is ended with everything it started. It then has no result: you are told, and the reviewer judges without it. Default: 120. All checks together get at most half of `timeout_seconds`.',
    '超过这个时间，检查及其启动的所有进程都会被终止。这样的检查没有结果：会告诉你，审查者不看它的结果来判断。默认 120。所有检查合计最多用 `timeout_seconds` 的一半。',
  ),
  'supervisor.checks.paths': both(
    'Globs, relative to the folder in which the check runs. The check runs only if one of these files has changed since supervision began; a change to another file does not run it again. Files that git ignores count too, those in `node_modules` only if a pattern names it; a pattern that leads out of the folder always runs the check. Supported: `*`, `**`, `?`, `[a-z]` and `{a,b}`. A folder stands for everything in it. The last pattern that matches decides, and a leading `!` excludes. Default: all files.',
    'glob，相对于检查运行的目录。只有匹配的文件自监督开始以来有变化，检查才运行；别的文件变化不会让它重跑。git 忽略的文件也算，`node_modules` 里的只有写明才算；指到目录之外的模式总会运行检查。支持 `*`、`**`、`?`、`[a-z]` 和 `{a,b}`；写目录表示其中所有文件；以最后一个匹配的模式为准，开头的 `!` 表示排除。默认：所有文件。',
  ),
  'supervisor.checks.always': both(
    'Run the check at every stop, also if nothing was written in the task and in plan mode, and let it block even if it had failed before the task: for what is not in the project folder, such as a service or ignored files. Default: false.',
    '每次停止都运行这个检查，即使本任务没有写入任何文件或处于计划模式；即使它在任务开始前就失败，也会退回代理。用于不在项目目录里的东西，例如服务或被忽略的文件。默认：false。',
  ),
  'supervisor.claims': {
    ...both(
      'What to do if the agent’s last message claims a run that the session contradicts, for example "all tests pass" when the last test run failed, or when code changed after it. `"tell"`: the reviewer is told. `"block"`: when the agent wants to stop, it is sent back at once with the sentence, the run and what to do, before any model is asked; that counts as a round. A claim that the session neither shows nor contradicts is left to the reviewer. A repository’s file can only make this stricter: your own value takes precedence.',
      '代理最后的消息声称的运行与会话不符时怎么办，例如最后一次测试失败，或测试之后代码又有改动，却说“测试全部通过”。`"tell"`：告诉审查者。`"block"`：代理想停止时立即退回，并指出是哪句话、哪次运行、该怎么做；不调用任何模型，计为一轮。会话既不能证实也不能否定的说法，交给审查者判断。仓库的文件只能让这一项更严格：你自己设的值优先。',
    ),
    example: 'block',
  },
  'supervisor.runners': {
    ...both(
      'Commands that the evidence should recognise as tests, builds, linters or type checks. Common ones are recognised without this. Runners of your own file come before those of a repository you trust.',
      '应当被证据认作测试、构建、lint 或类型检查的命令。常见的命令不写也能认出。你自己文件里的排在你信任的仓库的之前。',
    ),
    example: [{ command: './dev verify', kind: 'test', passed: 'VERIFIED', failed: 'BROKEN' }],
  },
  'supervisor.runners.command': both(
    'The first words of the command. It is compared with the beginning of each part of a command line (`a && b` has two parts), after wrappers such as `sudo`, `timeout 60` and `npx` are removed. `*` in a word stands for any characters: `./scripts/test-*`.',
    '命令开头的几个词。与命令行每一部分（`a && b` 有两部分）的开头比较，比较前先去掉 `sudo`、`timeout 60`、`npx` 之类的前缀。词里的 `*` 表示任意字符：`./scripts/test-*`。',
  ),
  'supervisor.runners.kind': both('What the command is run for.', '这个命令是用来做什么的。'),
  'supervisor.runners.passed': both(
    'Text in its output that shows that it passed, even where the exit code is hidden. Where it is missing, the exit code decides.',
    '输出里有这段文字就算通过，退出码被遮住时也一样。没有这段文字时，以退出码为准。',
  ),
  'supervisor.runners.failed': both(
    'Text that its output contains if it failed. It takes precedence over `passed` and over the exit code.',
    '失败时输出里会有的文字。优先于 `passed` 和退出码。',
  ),
  'supervisor.context': {
    ...both(
      'What the reviewer gets. `"fork"`: the whole conversation, at the cost of the whole conversation. `"evidence"`: the evidence, the files and the path of the transcript; the size does not depend on the length of the session. `"auto"`: the conversation while it is short (at most 100,000 tokens, or 25,000 if the reviewer has its own `model`, and 4 MiB of transcript); the evidence if it is long or if the reviewer has its own provider.',
      '给审查者什么。`"fork"`：整个对话，费用也按整个对话算。`"evidence"`：证据、文件和会话记录的路径，大小与会话长短无关。`"auto"`：对话较短时（最多 100,000 token，审查者有自己的 `model` 时为 25,000；会话记录最多 4 MiB）给整个对话；对话较长，或审查者有自己的供应商时，给证据。',
    ),
    example: 'evidence',
  },
  'supervisor.provider': {
    ...both(
      'The reviewer’s provider, by its name in `providers`. The agent keeps its own, and neither gets the other’s key. An empty provider (`{}`) is your own Claude login. Default: the agent’s provider.',
      '审查者的供应商，写 `providers` 里的名字。代理仍用自己的供应商，双方都拿不到对方的密钥。空的供应商（`{}`）表示你自己的 Claude 登录。默认与代理相同。',
    ),
    example: 'kimi',
  },
  'supervisor.model': {
    ...both(
      'The reviewer’s model. Default: the model of `supervisor.provider`, else that of the session; if the provider names none, Claude Code’s default.',
      '审查者的模型。默认用 `supervisor.provider` 指定的模型，否则用会话的模型；供应商没有指定模型时，用 Claude Code 的默认模型。',
    ),
    example: 'opus',
  },
  'supervisor.use_project_env': {
    ...both(
      'Whether the reviewer may ask the API that a project’s `.claude/settings.json` or `.claude/settings.local.json` names in `env` (`ANTHROPIC_BASE_URL`, a key, a cloud, a proxy). By default it uses your own: the agent can write these files, and an API of its choice would approve everything. Better than this key: a provider of yours, or `env` in your own `~/.claude/settings.json`.',
      '审查者能否使用项目的 `.claude/settings.json` 或 `.claude/settings.local.json` 在 `env` 里指定的 API（`ANTHROPIC_BASE_URL`、密钥、云、代理）。默认使用你自己的：这些文件代理也能写，由它选的 API 会通过一切。更好的办法：配置自己的供应商，或写进你自己的 `~/.claude/settings.json` 的 `env`。',
    ),
    example: true,
  },
  'supervisor.max_turns': {
    ...both(
      'How many rounds of tool calls the reviewer has in one review. After that it gets no more tools and has to give its verdict on what it has seen, and you are told. For a question: at most 4.',
      '一次审查里，审查者最多调用几轮工具。用完后不能再用工具，必须根据已看到的内容给出结论，并会告诉你。提问最多 4 轮。',
    ),
    example: 20,
  },
  'supervisor.max_cost_usd': {
    ...both(
      'Budget for all reviews of one session, in US dollars as Claude Code computes them. When it is used up, the agent may stop unreviewed, and you are told at every stop. Checks still run. A review that would exceed the budget is ended and has failed. Default: no limit.',
      '一个会话所有审查的预算，以美元计，由 Claude Code 计算。用完后代理可以不经审查就停止，每次停止都会告诉你。检查照常运行。会超出预算的审查会被终止，算作失败。默认没有上限。',
    ),
    example: 2,
  },
  'supervisor.max_cost_usd_per_day': {
    ...both(
      'The same for all sessions since midnight, local time. Can be set only in your own file.',
      '同上，按当天零点（本地时间）以来的所有会话合计。只能写在你自己的文件里。',
    ),
    example: 10,
  },
  'supervisor.stall_after': {
    ...both(
      'Give up after the same objection, or the same failing check, this many times in a row with no file changed. The agent may then stop without approval, and you are told what the objection was. 0 and 1: never.',
      '同一条意见（或同一个检查失败）连续出现这么多次，而文件没有变化，就放弃：不经通过就放行，并告诉你是什么意见。0 和 1：从不。',
    ),
    example: 5,
  },
  'supervisor.skip_unchanged': {
    ...both(
      'Skip checks and review if no tool was used and no file changed since the last approved stop, for example when the agent only answered a question. Can be set only in your own file.',
      '自上次通过以来没有用过工具、文件也没有变化（比如代理只是回答了一个问题），就跳过检查和审查。只能写在你自己的文件里。',
    ),
    example: true,
  },
  'supervisor.notify': {
    ...both(
      'A desktop notification through your terminal when a stop is approved, found impossible, or let through because a limit was reached, and when the API fails; when the review failed or ran in the background, once Claude Code has waited for you for a minute. Only in interactive sessions. Terminals without notifications ignore it. Can be set only in your own file.',
      '停止获得通过、被认定无法完成、因达到上限而放行，以及 API 出错时，通过你的终端发桌面通知；审查失败或在后台进行的，在 Claude Code 等你输入满一分钟时通知。只在交互式会话中发送；不支持通知的终端会忽略。只能写在你自己的文件里。',
    ),
    example: false,
  },
  'supervisor.on_event': {
    ...both(
      'A shell command that gets what happens as one line of JSON on stdin, as it is in the journal: decisions, sessions that begin and end, API errors, what was turned on or off or overruled; not events about which nothing was decided ([examples](guide.md#notifications)). It runs beside the session, in your home folder, for at most 10 seconds, and cannot change or delay a verdict. Can be set only in your own file.',
      '一条 shell 命令，发生的事以一行 JSON（与审查记录里的相同）传到它的标准输入：决定、会话的开始和结束、API 错误，以及开启、关闭和否决；没有作出决定的事件除外（[示例](guide.zh-CN.md#收到通知)）。它与会话并行，在你的主目录里运行，最多 10 秒，不能改变或延迟结论。只能写在你自己的文件里。',
    ),
    example: '~/bin/tell-me',
  },
  'supervisor.telemetry_feedback': {
    ...both(
      'Whether exported [telemetry](telemetry.md) has the text of verdicts and of the request. Can be set only in your own file.',
      '导出的[遥测数据](telemetry.zh-CN.md)是否包含结论和请求的文字。只能写在你自己的文件里。',
    ),
    example: true,
  },

  settings: {
    ...both(
      'Claude Code settings for every launch by `ccc`, in the format of `settings.json`. `${NAME}` in its `env` is expanded.',
      '每次用 `ccc` 启动时的 Claude Code 设置，格式同 `settings.json`。其中 `env` 里的 `${NAME}` 会展开。',
    ),
    example: { permissions: { allow: ['Bash(npm test)'] } },
  },
  claude_args: {
    ...both(
      'Arguments for `claude` at every launch, placed before those you type.',
      '每次启动都传给 `claude` 的参数，放在你输入的参数之前。',
    ),
    example: ['--verbose'],
  },
  otel: {
    ...both(
      'The standard OpenTelemetry variables (`OTEL_EXPORTER_OTLP_*`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_SERVICE_NAME`) with which decisions are exported: see [telemetry](telemetry.md). `${NAME}` is not expanded: a repository’s settings could set the variable. Missing or empty: those with which `ccc` was started.',
      '导出决定时使用的 OpenTelemetry 标准变量（`OTEL_EXPORTER_OTLP_*`、`OTEL_RESOURCE_ATTRIBUTES`、`OTEL_SERVICE_NAME`），见[遥测](telemetry.zh-CN.md)。不展开 `${NAME}`：仓库的设置可能会设这个变量。没有或为空：用启动 `ccc` 时的变量。',
    ),
    example: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' },
  },
  current_provider: {
    ...both(
      'The provider of plain `ccc`. Missing or empty: your own login and settings. Written by `ccc provider use`.',
      '直接运行 `ccc` 时使用的供应商。没有或为空：用你自己的登录和设置。由 `ccc provider use` 写入。',
    ),
    example: 'kimi',
  },

  providers: both(
    'Services that speak the Anthropic API, each under the name with which you start it (`ccc kimi`). Written by `ccc provider add`.',
    '兼容 Anthropic API 的服务，键是启动时用的名字（`ccc kimi`）。由 `ccc provider add` 写入。',
  ),
  'providers.<name>': {
    ...both(
      'One service. Besides the two keys below it may have any Claude Code setting that should apply only to this provider (`model`, `permissions`, `apiKeyHelper`, …).',
      '一个服务。除下面两个键外，还可以写只对该供应商生效的任何 Claude Code 设置（`model`、`permissions`、`apiKeyHelper` 等）。',
    ),
    example: {
      env: { ANTHROPIC_BASE_URL: 'https://llm.example.com', ANTHROPIC_AUTH_TOKEN: '${MY_KEY}' },
      model: 'opus',
    },
  },
  'providers.<name>.env': {
    ...both(
      'The provider’s variables: URL, key, models. `${NAME}` is replaced by the environment variable at launch; if it is not set, nothing is started. Numbers and booleans are converted to strings.',
      '该供应商的变量：网址、密钥、模型。`${NAME}` 在启动时替换为同名环境变量；没有设置就不启动。数字和布尔值会转成字符串。',
    ),
    example: {
      ANTHROPIC_BASE_URL: 'https://llm.example.com',
      ANTHROPIC_AUTH_TOKEN: '${MY_KEY}',
      ANTHROPIC_MODEL: 'some-model',
    },
  },
  'providers.<name>.api_key_command': {
    ...both(
      'A shell command that prints the key and nothing else. It runs at every launch, for at most 30 seconds, and may prompt you on the terminal.',
      '只打印密钥的 shell 命令。每次启动都会运行，最长 30 秒，可以在终端里向你提问。',
    ),
    example: 'pass show llm',
  },
};
