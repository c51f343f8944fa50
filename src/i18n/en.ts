import { figures, type RoundFacts } from './messages.ts';

const round = (facts: RoundFacts) => `round ${facts.count} of ${facts.max}, ${figures(facts, 'en')}`;

export const en = {
  allowed: (facts: RoundFacts, passed: number) =>
    `ccc: ${passed > 0 ? `${passed} ${passed === 1 ? 'check' : 'checks'} passed, ` : ''}reviewed and allowed (${round(facts)}).`,
  blocked: (facts: RoundFacts, off: string) =>
    `ccc: sent back with feedback (${round(facts)}). To end supervision: Esc, then ${off}`,
  checkFailed: (facts: RoundFacts, name: string, off: string) =>
    `ccc: sent back, check ${JSON.stringify(name)} failed (${round(facts)}). To end supervision: Esc, then ${off}`,
  stalled: (facts: RoundFacts, times: number, about: string) =>
    `ccc: let through unsettled: the same objection ${times} times, no file changed (${round(facts)}; supervisor.stall_after in ccc.json). It was: ${about}`,
  budgetReached: (limit: number, key: string) =>
    `ccc: not reviewed: reviews have cost $${limit}, the limit (supervisor.${key} in ccc.json).`,
  budgetUsedUp:
    'the cost limit came before the verdict. To change it: supervisor.max_cost_usd and max_cost_usd_per_day in ccc.json',
  unchanged:
    'ccc: not reviewed: no tool was used and no file changed since the last approval (supervisor.skip_unchanged in ccc.json).',
  outOfTurns: (turns: number) =>
    `The reviewer was asked for its verdict after ${turns} ${turns === 1 ? 'round' : 'rounds'} of tools (supervisor.max_turns in ccc.json).`,
  checkTimedOut: (name: string, seconds: number) =>
    `Check ${JSON.stringify(name)} was ended after ${seconds} s without a result. For more: its timeout_seconds; all checks get half of supervisor.timeout_seconds.`,
  checkNotStarted: (name: string, why: string) => `Check ${JSON.stringify(name)} could not be started (${why}).`,
  checkNoTime: (name: string) =>
    `Check ${JSON.stringify(name)} was not run: the time for checks was up (half of supervisor.timeout_seconds).`,
  touched: (files: string) => `Files changed while the work was reviewed: ${files}.`,
  untrusted: (files: string, root: string) =>
    `This repository brings ${files}: ignored until you trust it. To look at it: ccc trust --show ${root}`,
  changedSinceTrust: (files: string, root: string) =>
    `Changed since you trusted it, and ignored: ${files}. To look at it: ccc trust --show ${root}`,
  failed: (facts: RoundFacts, why: string) => `ccc: could not review (${round(facts)}): ${why}`,
  paused: (max: number, on: string) =>
    `ccc: supervision paused after ${max} ${max === 1 ? 'round' : 'rounds'}; this stop was not reviewed. To go on with a new count: ${on}`,
  wentOff: 'ccc: supervision was switched off; this stop was not reviewed.',
  configProblem: (path: string, where: string, leftOut: boolean, more: number) =>
    `${path}: ${where}; ${leftOut ? 'it is left out' : 'the default is used'}${more > 0 ? ` (and ${more} more: ccc doctor)` : ''}.`,
  offNotice: (why: string) => `ccc: supervision is off. ${why}`,
  journalLost: (code: string) => `The journal could not be written (${code}).`,

  stateCorrupt: (path: string, aside: string) =>
    `the state file ${path} is damaged; it was kept as ${aside}. Whether supervision was on, and the count, are lost.`,
  stateCorruptFix: 'To switch supervision on again: !ccc supervisor-mode on',
  stateUnusable: (path: string, code: string) => `the state file ${path} cannot be used (${code})`,
  stateUnusableFix: (code: string) =>
    ({
      EISDIR: 'It is a folder: move it away.',
      ENOSPC: 'The disk is full: make room and try again.',
      EDQUOT: 'The disk quota is used up: make room and try again.',
      EROFS: 'The file system is read-only: set CCC_CONFIG_DIR to a folder that can be written.',
    })[code] ?? 'Make it and its folder readable and writable for you, or set CCC_CONFIG_DIR to another folder.',
  badSupervisorId: (id: string) => `CCC_SUPERVISOR_ID is not a usable id: ${JSON.stringify(id)}`,
  badSupervisorIdFix:
    'Use letters, digits, ".", "_" and "-", at most 128, not starting with a dot; or unset it to use the session id.',
  noSupervisorId: 'which session? Neither CCC_SUPERVISOR_ID nor CLAUDE_CODE_SESSION_ID is set',
  noSupervisorIdFix:
    'Inside a session type /supervisor, or !ccc supervisor-mode on; elsewhere set CCC_SUPERVISOR_ID yourself.',

  noHome: 'no home folder: HOME is not set to a full path',
  noHomeFix: 'Set HOME, or CLAUDE_CONFIG_DIR, to a full path.',

  claudeMissing: 'Claude Code was not found',
  claudeMissingFix:
    'Install it so that `claude` is on PATH, or set CCC_CLAUDE to its full path, or reinstall ccc-supervisor with its optional packages.',
  claudeUnusable: (path: string) => `CCC_CLAUDE does not name a program that can be started: ${path}`,
  claudeUnusableFix: 'Set it to the full path of an executable `claude`, or unset it.',

  notStarted: (code: string) =>
    `Claude Code could not be started (${code}). Check that CCC_CLAUDE, or the \`claude\` on PATH, is a program for this machine.`,

  deadApi: (seconds: number, detail: string) => `the API gave no answer in ${seconds} s${detail ? ` (${detail})` : ''}`,
  apiFailed: (detail: string) => `no review from the API: ${detail}`,
  noAnswer: 'the reviewer ended without an answer',
  reviewerDied: (detail: string) =>
    `the reviewer's process ended without an answer${detail ? `: ${detail}` : '; is that really Claude Code?'}`,
  interrupted: (signal: string) => `interrupted by ${signal}`,
  deadline: (seconds: number) => `no verdict within ${seconds} s`,
  reviewFailedFix: (log: string) => `Details: ${log}`,

  unknownArgument: (name: string) => `unknown argument ${JSON.stringify(name)}`,
  hookUsage: 'Usage: ccc supervisor-hook [--session-id ID]',
  unknownMode: (name: string) => `unknown mode ${JSON.stringify(name)}`,
  modeUsage: 'Usage: ccc supervisor-mode [on|off]',
  unwritten: (code: string) => `the output could not be written (${code}); see that there is room where it goes`,
  internalError: 'ccc: internal error; please report it with the lines below',
  terminalInput:
    'this command reads a hook event from Claude Code on stdin, not from a terminal; see: ccc supervisor-hook --help',

  hookHelp: `Usage: ccc supervisor-hook [--session-id ID]

Reads one hook event of Claude Code as JSON on stdin, has the work reviewed, and
answers in that event's own format on stdout. Claude Code starts it; ccc install
writes the entry.

  --session-id ID   judge this supervised session as if it wanted to stop;
                    stdin is not read

Exit codes
  0    a decision was printed
  1    the review failed, or the state could not be read or written
  2    the input could not be read; or TaskCompleted, TeammateIdle: sent back
  124  no verdict before the deadline

Variables
  CCC_SUPERVISOR_ID    the state file to use; default: the session id
  CCC_SUPERVISOR=1     supervise sessions that were not switched on or off;
                       0: do not
  CCC_CONFIG_DIR       where ccc.json, SUPERVISOR.md and ccc/ are;
                       default: CLAUDE_CONFIG_DIR, else ~/.claude
  CCC_CLAUDE           the claude to review with; default: the one on PATH
  CCC_LANG             en or zh; default: the locale

Example
  echo '{"session_id":"test-001"}' | CCC_SUPERVISOR=1 ccc supervisor-hook
`,
  modeHelp: `Usage: ccc supervisor-mode [on|off]

Switches supervision of a session on (with a new count) or off, and says
nothing. Without an argument it prints on or off.

The session is CCC_SUPERVISOR_ID, else CLAUDE_CODE_SESSION_ID, which Claude Code
sets: inside a session /supervisor and /supervisoroff call this, or type
"!ccc supervisor-mode on".

Examples
  ccc supervisor-mode                                   on or off?
  CCC_SUPERVISOR_ID=night-run ccc supervisor-mode on    switch on by id
`,
};
