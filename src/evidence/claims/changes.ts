import type { RecordedAction, RepositoryAction } from '../commands/repository-actions.ts';
import type { Claim, ClaimKind, ClaimStatus } from '../evidence.ts';
import { isoTime, type Moment } from '../moment.ts';
import { isDenied } from './words.ts';

/** What the session shows about changes. */
export interface ChangeContext {
  actions: readonly RecordedAction[];
  /** Something ran of which nothing shows what it did. */
  mayHaveRun: boolean;
  /** The same, after that moment. */
  mayHaveRunAfter(moment: Moment): boolean;
  /** Whether a file was written, or removed, by a call or a command that succeeded; undefined: not known. */
  isWritten(path: string): boolean;
  isRemoved(path: string): boolean;
  /** What was written is in the project now, or what was removed is not; also true if that cannot be looked up. */
  isLeft(path: string): boolean;
  isGone(path: string): boolean;
  /** An edit of it was refused, and none succeeded. */
  isRefused(path: string): boolean;
  /** It is there now; undefined if that cannot be looked up. */
  exists(path: string): boolean | undefined;
  /** It is in no folder of the project, and all that ran was in the project and is known. */
  isNowhere(path: string): boolean;
  quote(sentence: string): string;
  command(text: string): string;
}

const MAX_SENTENCES = 60;
const MAX_CLAIMS = 10;

/** What the message says was committed, pushed, created, removed or restored, where the session decides it. */
export function changeClaims(message: string, context: ChangeContext): Claim[] {
  // The patterns take milliseconds to compile, and many messages need none of them.
  if (!MAY_CLAIM.test(message)) return [];
  const sentences = message
    .slice(-20_000)
    .replaceAll(CHANGELOG, '\n')
    .split(/\n+|(?<=[.!?])\s+(?=[\p{Lu}`*])|[。；！？]|,?\s+(?:but|however)\b/u)
    .filter((sentence) => sentence.trim() !== '' && !/\?\s*$/.test(sentence))
    .slice(-MAX_SENTENCES);
  return sentences
    .flatMap((sentence) => [...actionClaims(sentence, context), ...fileClaims(sentence, context)])
    .slice(0, MAX_CLAIMS);
}

/** What a changelog says under its heading is written for somebody else. */
const CHANGELOG =
  /^\s*(?:#{1,6}\s*|\*\*)?(?:change ?log|release notes?|commit message|PR description)\b[^\n]*\n(?:\s*(?:[-*+][^\n]*)?\n?)*/gim;

const MAY_CLAIM =
  /commit|push|stash|\bci\b|actions|pipeline|checks|created|wrote|generated|deleted|removed|提交|推送|创建|新建|删除|コミット|プッシュ|커밋|푸시/i;

const ACTION_CLAIMS: { kind: ClaimKind; action: RepositoryAction; pattern: RegExp }[] = [
  {
    kind: 'commit',
    action: 'commit',
    pattern:
      /(?<!un|\p{L})(?:committed)(?! (?:to (?:supporting|delivering|making)|resources))(?!\p{L})|(?<!\p{L})commit(?:ted)? (?:created|made)(?!\p{L})|已(?:经)?提交|コミットしました|커밋(?:했습니다|완료)/iu,
  },
  {
    kind: 'push',
    action: 'push',
    pattern:
      /(?<!\p{L})(?:force-)?pushed(?! (?:back|onto the stack|down|into the array))(?!\p{L})|已(?:经)?推送|推送(?:到|至|了)|プッシュしました|푸시(?:했습니다|완료)/iu,
  },
  {
    kind: 'restored',
    action: 'unstash',
    pattern:
      /(?<!\p{L})restored?(?!\p{L})[^.\n]{0,60}(?<!\p{L})stash|stash[^.\n]{0,40}(?<!\p{L})(?:restored|popped|applied)(?!\p{L})/iu,
  },
  {
    kind: 'ci',
    action: 'ci',
    pattern:
      /(?<![\p{L}\d-])(?:CI|GitHub Actions|pipelines?|PR checks)(?![\p{L}\d-]|:\S)[^.\n]{0,40}(?<!\p{L})(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|successful)(?!\p{L})/u,
  },
];

/** Somebody else did it. */
const BY_OTHERS =
  /\b(?:you|your \w+|they|he|she|someone|somebody|colleague|teammate|upstream|the (?:user|author|maintainers?|bot)) (?:have |has |had |already |just )*(?:committed|(?:force-)?pushed|merged)\b|\b(?:committed|pushed)\b.{0,30}\bby (?!me\b)/i;

function actionClaims(sentence: string, context: ChangeContext): Claim[] {
  const { actions, quote, command } = context;
  if (
    BY_OTHERS.test(sentence) ||
    /\bMCP\b|\bAPI\b|\bcontainer\b|\bserver\b/.test(sentence) ||
    isDenied(sentence.toLowerCase())
  )
    return [];
  return ACTION_CLAIMS.filter(({ pattern }) => pattern.test(sentence)).flatMap(({ kind, action }): Claim[] => {
    const done = actions.filter((one) => one.action === action);
    // The last that is known decides: an earlier commit does not make up for one that was refused.
    const known = done.findLast((one) => one.done !== undefined) ?? done.at(-1);
    const last = kind === 'push' ? (pushedSince(actions) ?? known) : known;
    // What was undone later is neither there nor a lie.
    if (last && actions.slice(actions.indexOf(last)).some((one) => one.action === 'uncommit')) return [];
    const status = statusOf(kind, last, context);
    if (status === undefined) return [];
    const run = last
      ? {
          command: command(last.command),
          outcome: last.done === true ? ({ kind: 'ok' } as const) : ({ kind: 'failed', exit: null } as const),
          time: isoTime(last.moment.at),
          changedAfter: { total: 0, items: [] },
        }
      : null;
    return [{ kind, quote: quote(sentence), status, run }];
  });
}

/** A push since the last commit: another one may have been refused, to another remote. */
function pushedSince(actions: readonly RecordedAction[]): RecordedAction | undefined {
  const commit = actions.findLastIndex(({ action, done }) => action === 'commit' && done === true);
  return actions.slice(commit + 1).findLast(({ action, done }) => action === 'push' && done === true);
}

/** Undefined where the session does not decide it. */
function statusOf(
  kind: ClaimKind,
  last: RecordedAction | undefined,
  { actions, mayHaveRun, mayHaveRunAfter }: ChangeContext,
): ClaimStatus | undefined {
  if (last?.done === true) return 'backed';
  // Something else may have done it since.
  if (last) return last.done === false && !mayHaveRunAfter(last.moment) ? 'contradicted' : undefined;
  // Others may have committed, pushed or told of CI before; a stash of this session is only restored in it.
  const isStashed = actions.some(({ action, done }) => action === 'stash' && done === true);
  return kind === 'restored' && isStashed && !mayHaveRun ? 'unbacked' : undefined;
}

/** Only these: a method, a branch, a domain and a key have a dot too. */
const EXTENSION =
  'md|mdx|tsx?|jsx?|[cm][jt]s|py|pyi|go|rs|java|kts?|rb|php|sh|bash|zsh|ps1|json|jsonc|jsonl|ya?ml|toml|txt|css|scss|less|html?|vue|svelte|svg|png|csv|sql|swift|dart|exs?|cs|fs|c|h|cc|cpp|hpp|lua|r|jl|hs|ml|zig|nim|tf|proto|graphql|xml|ini|cfg|conf|env|lock|ipynb|gradle|patch|diff|log|pdf';
const FILE = String.raw`\x60((?!/|~|(?:Node|Next|Vue|Nuxt|Express|Three|React|Chart|Alpine)\.js\x60)[\w@./\\-]+\.(?:${EXTENSION}))\x60`;
/** "Created a test for `a.ts`": the file is not what was created. */
const PREPOSITION = String.raw`\s(?:branch|tag|class|method|function|record|bucket|key|entry|event|endpoint|service|domain|for|of|from|in|to|with|using|by|into|on|against|like|as|than|covering)\s`;
/** The worker says it of itself: at the start, or after "I". "The old script wrote `a.json`" tells of something else. */
const BY_WORKER = String.raw`(?:^|[:;,—–(]|\b(?:I|we)(?:'ve|’ve| have)?|\b(?:I|we)\b.{0,60}\band|^\W*\w+ed\b.{0,60}\band|新|我)\s*(?:(?:also|then|just|now|already|successfully|newly|have|been)\s+)*[*_✅✓✔\s-]*`;
const CREATED = new RegExp(
  String.raw`${BY_WORKER}(?:created|wrote|generated|新建了|创建了)(?!\p{L})(?:(?!${PREPOSITION})[^\x60\n]){0,40}${FILE}`,
  'iu',
);
const REMOVED = new RegExp(
  String.raw`${BY_WORKER}(?:deleted|removed|删除了)(?!\p{L})(?: the)?(?: \w+)? (?:${FILE}|(?<named>[\w./-]+\.(?:md|ts|tsx|js|py|go|rs|java|rb|php|sh|json|ya?ml|toml|txt|css|html)))(?=\s*(?:[.,;:)]|$|and\b|since\b|because\b|which\b))`,
  'iu',
);
/** A file that is named without backticks. */
const NAMED = new RegExp(
  String.raw`${BY_WORKER}(?:created|wrote)(?!\p{L})(?:(?!${PREPOSITION})[^.\n]){0,40}?(?<![\w/~:.-])((?!/|~|(?:Node|Next|Vue|Nuxt|Express|Three|React|Chart|Alpine)\.js\b)[\w./-]+\.(?:md|ts|tsx|js|py|go|rs|java|rb|php|sh|json|ya?ml|toml|txt|css|html))(?!\w)`,
  'iu',
);

/** A name in a list, or something of another time or place. */
const NO_FILE =
  /\b(?:from|in|to) (?:the |an? |its |our )?(?:[\w.-]+ |\x60[^\x60]*\x60 )*(?:lists?|array|entry|entries|field|section|table|index|config(?:uration)?|settings?|manifest|CODEOWNERS|docs|README|sidebar|menu|imports?|exports?|includes?|excludes?)\b|\bentry\b|\bentries\b|^\W*(?:change ?log|release notes?|commit message)\b|\bgists?\b|\b(?:earlier|yesterday|last (?:week|month|time|night|session)|this morning|a while ago|back then)\b/i;

function fileClaims(sentence: string, context: ChangeContext): Claim[] {
  if (
    isDenied(sentence.toLowerCase()) ||
    NO_FILE.test(sentence) ||
    /\b(?:container|server|remote|volume|pod|bucket|cluster|host)\b/.test(sentence)
  )
    return [];
  const created = (CREATED.exec(sentence) ?? NAMED.exec(sentence))?.[1];
  const gone = REMOVED.exec(sentence);
  const removed = gone?.[1] ?? gone?.groups?.named;
  const claims: Claim[] = [];
  const add = (kind: ClaimKind, status: ClaimStatus | undefined) => {
    if (status) claims.push({ kind, quote: context.quote(sentence), status, run: null });
  };
  if (created !== undefined) add('created', createdStatus(created, context));
  if (removed !== undefined)
    add(
      'removed',
      context.isRemoved(removed)
        ? context.isGone(removed)
          ? 'backed'
          : undefined
        : context.exists(removed) === true && !context.mayHaveRun
          ? 'contradicted'
          : undefined,
    );
  return claims;
}

/** A file that is nowhere now was not created, or not left there. */
function createdStatus(path: string, context: ChangeContext): ClaimStatus | undefined {
  // It may have been removed since, or lie elsewhere.
  if (context.isWritten(path)) return context.isLeft(path) ? 'backed' : undefined;
  if (context.isRefused(path)) return context.exists(path) === true ? undefined : 'contradicted';
  return context.isNowhere(path) && !context.isRemoved(path) && !context.mayHaveRun ? 'contradicted' : undefined;
}
