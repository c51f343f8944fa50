import type { RoundTripOutcome } from '../sandbox/round-trip-outcome.ts';
import type { SandboxExit } from '../sandbox/run-client.ts';
import { both } from './both.ts';

type Broken = Exclude<RoundTripOutcome, { kind: 'proved' | 'interrupted' }>;
type Which = 'launch' | 'installed';

const en = {
  trying: {
    launch: 'ccc doctor: trying the hooks in the real client, on a scripted API (up to 60 s) …',
    installed: 'ccc doctor: trying the installed hooks in the same way …',
  },
  proved: {
    launch: (seconds: number) =>
      `those of a launch work: the real client was reviewed, sent back, told the feedback, let go (${seconds.toFixed(1)} s)`,
    installed: (seconds: number) =>
      `the installed ones work: plain claude was reviewed, sent back, told the feedback, let go (${seconds.toFixed(1)} s)`,
  },
  failed: {
    launch: 'the hooks of a launch did not make the round trip through the client',
    installed: 'the installed hooks did not make the round trip through plain claude',
  },
  broke: (outcome: RoundTripOutcome, ending: SandboxExit) => `${stepEn(outcome)}${endingEn(ending)}`,
  clientSaid: (text: string) => `The client said: ${text}`,
  fix: (outcome: RoundTripOutcome, which: Which) => fixEn(outcome, which),
  elsewhere: (name: string) =>
    `not tried: an administrator's settings (${name}) would send the client to a real API instead of the scripted one`,
  elsewhereFix: 'Start ccc and see: at a stop it says whether the work was reviewed.',
  refused: (path: string, why: string) => `Claude Code does not load all of ${path}: ${why}`,
  refusedFix: 'Put that right in the file.',
  leftOut: 'not tried: --quick leaves the round trip out',
  leftOutFix: 'Prove it with: ccc doctor',
  noClient: 'not tried: that needs Claude Code and a temporary folder',
  noClientFix: 'Put what is missing right first, then run ccc doctor again.',
  notTried: (code: string) => `could not be tried (${code})`,
  notTriedFix: 'It needs a temporary folder that can be written (TMPDIR) and a port on 127.0.0.1.',
};

function stepEn(outcome: RoundTripOutcome): string {
  switch (outcome.kind) {
    case 'proved':
    case 'interrupted':
      return '';
    case 'not-started':
      return `The client could not be started (${outcome.code}).`;
    case 'no-request':
      return 'The client started, but no request came from it.';
    case 'no-hook':
      return `The client worked, but did not run the hook${outcome.error ? `: ${outcome.error}` : '.'}`;
    case 'no-review':
      return `The hook ran, but its reviewer asked nothing${outcome.error ? `: ${outcome.error}` : '.'}`;
    case 'no-feedback':
      return 'The reviewer sent the worker back, but the feedback did not arrive.';
    case 'no-verdicts':
      return `The feedback arrived, but the journal should say block, then allow, and says: ${outcome.found.join(', ') || 'nothing'}.`;
  }
}

function endingEn(ending: SandboxExit): string {
  if (ending.kind === 'too-slow') return ` It was ended after ${ending.seconds} s.`;
  return ending.kind === 'exited' && ending.code !== 0 ? ` It ended with ${ending.code ?? ending.signal}.` : '';
}

function fixEn({ kind }: RoundTripOutcome, which: Which): string {
  switch (kind as Broken['kind']) {
    case 'not-started':
      return 'Check that the client is a program for this machine, or reinstall it.';
    case 'no-request':
      return 'Put right what the client said; if it said nothing, start claude yourself and see.';
    case 'no-hook':
      return which === 'installed'
        ? 'Put them right with: ccc install'
        : 'Update Claude Code (claude update); if CLAUDE_CODE_SHELL_PREFIX is set, try without it.';
    case 'no-review':
    case 'no-feedback':
    case 'no-verdicts':
      return 'Try again; if it stays so, update Claude Code and ccc, and report it with the lines above.';
  }
}

export const hooksMessages = both(en, {
  trying: {
    launch: 'ccc doctor：正在用真正的客户端和脚本化的 API 试验 hook（最多 60 秒）……',
    installed: 'ccc doctor：正在以同样方式试验已安装的 hook……',
  },
  proved: {
    launch: (seconds) => `由 ccc 启动时 hook 有效：被审查、被退回、收到反馈、被放行（${seconds.toFixed(1)} 秒）`,
    installed: (seconds) =>
      `已安装的 hook 对直接启动的 claude 有效：被审查、被退回、收到反馈、被放行（${seconds.toFixed(1)} 秒）`,
  },
  failed: {
    launch: '由 ccc 启动时，hook 没有走完经过客户端的一个来回',
    installed: '已安装的 hook 没有走完经过 claude 的一个来回',
  },
  broke: (outcome, ending) => `${stepZh(outcome)}${endingZh(ending)}`,
  clientSaid: (text) => `客户端说：${text}`,
  fix: (outcome, which) => fixZh(outcome, which),
  elsewhere: (name) => `没有试验：管理员的设置（${name}）会让客户端去找真正的 API，而不是脚本化的`,
  elsewhereFix: '请启动 ccc 看看：停下时它会说是否经过审查。',
  refused: (path, why) => `Claude Code 没有加载 ${path} 的全部内容：${why}`,
  refusedFix: '请在该文件中改正。',
  leftOut: '没有试验：--quick 省去了这个来回',
  leftOutFix: '要证明它，请用：ccc doctor',
  noClient: '没有试验：需要 Claude Code 和一个临时文件夹',
  noClientFix: '请先处理好缺少的东西，再运行 ccc doctor。',
  notTried: (code) => `无法试验（${code}）`,
  notTriedFix: '需要一个可写的临时文件夹（TMPDIR）和 127.0.0.1 上的一个端口。',
});

function stepZh(outcome: RoundTripOutcome): string {
  switch (outcome.kind) {
    case 'proved':
    case 'interrupted':
      return '';
    case 'not-started':
      return `客户端无法启动（${outcome.code}）。`;
    case 'no-request':
      return '客户端启动了，但没有发来任何请求。';
    case 'no-hook':
      return `客户端工作了，但没有运行 hook${outcome.error ? `：${outcome.error}` : '。'}`;
    case 'no-review':
      return `hook 运行了，但审查者什么也没有问${outcome.error ? `：${outcome.error}` : '。'}`;
    case 'no-feedback':
      return '审查者退回了工作，但反馈没有到达。';
    case 'no-verdicts':
      return `反馈到达了，但日志应是 block 然后 allow，实际是：${outcome.found.join('、') || '什么也没有'}。`;
  }
}

function endingZh(ending: SandboxExit): string {
  if (ending.kind === 'too-slow') return ` ${ending.seconds} 秒后被终止。`;
  return ending.kind === 'exited' && ending.code !== 0 ? ` 它以 ${ending.code ?? ending.signal} 结束。` : '';
}

function fixZh({ kind }: RoundTripOutcome, which: Which): string {
  switch (kind as Broken['kind']) {
    case 'not-started':
      return '请检查客户端是不是适合这台机器的程序，或重新安装它。';
    case 'no-request':
      return '请按客户端所说的改正；如果它什么也没说，请自己启动 claude 看看。';
    case 'no-hook':
      return which === 'installed'
        ? '请这样改正：ccc install'
        : '请更新 Claude Code（claude update）；如果设置了 CLAUDE_CODE_SHELL_PREFIX，请去掉它再试。';
    case 'no-review':
    case 'no-feedback':
    case 'no-verdicts':
      return '请再试一次；如果仍然如此，请更新 Claude Code 和 ccc，并附上以上内容报告。';
  }
}
