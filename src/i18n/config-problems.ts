import type { JsonErrorCode } from '../platform/json/parse.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';
import type { Language } from './language.ts';

/** Why a value in `ccc.json` cannot be used. */
export type ProblemCause =
  | { code: 'unreadable'; error: string }
  | { code: 'syntax'; error: JsonErrorCode }
  | { code: 'empty-file' }
  | { code: 'file-not-object' }
  | { code: 'section-not-object'; section: string }
  /** The same key twice in one object: the last one counts. */
  | { code: 'duplicate-key' }
  /** `ofSupervisor`: it stands at the top, and is this key of `supervisor`. */
  | { code: 'unknown-key'; name: string; known: readonly string[]; ofSupervisor?: string }
  /** In an item of a list that is used without it. */
  | { code: 'unknown-item-key'; name: string; known: readonly string[] }
  | UnusableItem
  /** In a list of names that is used without it. */
  | { code: 'unknown-name'; name: string; known: readonly string[] }
  | { code: 'wrong-value'; expected: ExpectedValue };

/** An item of a list that is left out. */
interface UnusableItem {
  code: 'unusable-item';
  item: 'check' | 'runner';
  /** Absent if it has no usable one. */
  name?: string;
  /** Keys that nothing knows. */
  unknown: readonly string[];
  known: readonly string[];
  /** Absent if nothing else is wrong with it. */
  expected?: ExpectedValue;
}

export type ExpectedValue =
  | { type: 'boolean' | 'string' | 'strings' | 'matcher' | 'matchers' | 'object' | 'provider-name' | 'key-command' }
  | { type: 'integer' | 'number'; min: number; max: number }
  | { type: 'choice' | 'choices'; choices: readonly string[] }
  | { type: 'list' | 'list-item'; required: readonly RequiredKey[]; optional: readonly string[] };

interface RequiredKey {
  name: string;
  /** The only values there are. */
  choices?: readonly string[];
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 40));
const example = (required: readonly RequiredKey[]) =>
  `{ ${required.map(({ name, choices = ['…'] }) => `"${name}": ${choices.map(quoted).join(' | ')}`).join(', ')} }`;

const meantKey = (name: string, known: readonly string[]) => {
  const nearest = nearestName(name, known);
  return nearest === undefined ? undefined : JSON.stringify(nearest);
};

/** A list of all names only helps whom no single one does, and who is not told them anyway. */
const needsKnownKeys = ({ unknown, known, expected }: UnusableItem) =>
  expected === undefined && unknown.some((name) => meantKey(name, known) === undefined);

function en(cause: ProblemCause): string {
  switch (cause.code) {
    case 'unreadable':
      return cause.error === 'EFBIG' ? 'larger than 16 MB (EFBIG)' : `check its permissions (${cause.error})`;
    case 'syntax':
      return jsonErrors.en[cause.error];
    case 'empty-file':
      return 'the file is empty';
    case 'file-not-object':
      return 'write one JSON object: { … }';
    case 'section-not-object':
      return `write an object: "${cause.section}": { … }`;
    case 'duplicate-key':
      return 'written twice; the last one counts';
    case 'unknown-key':
      return cause.ofSupervisor === undefined
        ? unknownKeyEn(cause.name, cause.known)
        : keyOfSupervisorEn(cause.name, cause.ofSupervisor);
    case 'unknown-item-key':
      return unknownKeyEn(cause.name, cause.known);
    case 'unusable-item':
      return unusableItemEn(cause);
    case 'unknown-name':
      return unknownNameEn(cause.name, cause.known);
    case 'wrong-value':
      return `write ${expectedEn(cause.expected)}`;
  }
}

function unknownKeyEn(name: string, known: readonly string[]): string {
  const meant = meantKey(name, known);
  return meant ? `unknown key (did you mean ${meant}?)` : `unknown key; known keys: ${known.join(', ')}`;
}

function unknownNameEn(name: string, known: readonly string[]): string {
  if (name === 'PreToolUse') return `unknown: ${quoted(name)}; name the tools in "tools"`;
  const meant = meantKey(name, known);
  return meant
    ? `unknown: ${quoted(name)} (did you mean ${meant}?)`
    : `unknown: ${quoted(name)}; known: ${known.join(', ')}`;
}

function keyOfSupervisorEn(name: string, key: string): string {
  const form = `"supervisor": { "${key}": … }`;
  return name === key ? `unknown key (did you mean supervisor.${key}? Write ${form})` : `unknown key (write ${form})`;
}

function unusableItemEn(cause: UnusableItem): string {
  const subject = cause.name === undefined ? `this ${cause.item}` : `${cause.item} ${quoted(cause.name)}`;
  const why = cause.unknown.map((name) => {
    const meant = meantKey(name, cause.known);
    return `unknown key ${quoted(name)}${meant ? ` (did you mean ${meant}?)` : ''}`;
  });
  if (needsKnownKeys(cause)) why.push(`known keys: ${cause.known.join(', ')}`);
  if (cause.expected) why.push(`write ${expectedEn(cause.expected)}`);
  return `${subject} is NOT ${{ check: 'run', runner: 'used' }[cause.item]}: ${why.join('; ')}`;
}

function expectedEn(expected: ExpectedValue): string {
  switch (expected.type) {
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'a string';
    case 'strings':
      return 'a list of strings';
    case 'matcher':
      return 'the name of a tool, or a matcher as in Claude Code: "ExitPlanMode", "mcp__.*"';
    case 'matchers':
      return 'a list of tool names, or of matchers as in Claude Code: ["AskUserQuestion", "ExitPlanMode", "mcp__.*"]';
    case 'choices':
      return `a list of these names: ${expected.choices.join(', ')}`;
    case 'object':
      return 'an object: { … }';
    case 'provider-name':
      return 'the name of a provider, in quotes';
    case 'key-command':
      return 'a shell command that prints the key, in quotes';
    case 'integer':
      return `a whole number from ${expected.min} to ${expected.max}`;
    case 'number':
      return `a number from ${expected.min} to ${expected.max}`;
    case 'choice':
      return expected.choices.map((choice) => JSON.stringify(choice)).join(' or ');
    case 'list':
      return `a list of ${example(expected.required)}; optional keys: ${expected.optional.join(', ')}`;
    case 'list-item':
      return `${example(expected.required)}; optional keys: ${expected.optional.join(', ')}`;
  }
}

function zh(cause: ProblemCause): string {
  switch (cause.code) {
    case 'unreadable':
      return cause.error === 'EFBIG' ? '超过 16 MB（EFBIG）' : `无法读取（${cause.error}），请检查它的权限`;
    case 'syntax':
      return jsonErrors.zh[cause.error];
    case 'empty-file':
      return '文件是空的';
    case 'file-not-object':
      return '整个文件应该是一个 JSON 对象：{ … }';
    case 'section-not-object':
      return `应该是一个对象："${cause.section}": { … }`;
    case 'duplicate-key':
      return '写了两次，以最后一个为准';
    case 'unknown-key':
      return cause.ofSupervisor === undefined
        ? unknownKeyZh(cause.name, cause.known)
        : keyOfSupervisorZh(cause.name, cause.ofSupervisor);
    case 'unknown-item-key':
      return unknownKeyZh(cause.name, cause.known);
    case 'unusable-item':
      return unusableItemZh(cause);
    case 'unknown-name':
      return unknownNameZh(cause.name, cause.known);
    case 'wrong-value':
      return `应该写${expectedZh(cause.expected)}`;
  }
}

function unknownKeyZh(name: string, known: readonly string[]): string {
  const meant = meantKey(name, known);
  return meant ? `未知的键（你是想写 ${meant} 吗？）` : `未知的键；可用的键：${known.join('、')}`;
}

function unknownNameZh(name: string, known: readonly string[]): string {
  if (name === 'PreToolUse') return `未知的名称 ${quoted(name)}；请把工具写在 "tools" 里`;
  const meant = meantKey(name, known);
  return meant
    ? `未知的名称 ${quoted(name)}（你是想写 ${meant} 吗？）`
    : `未知的名称 ${quoted(name)}；可以写：${known.join('、')}`;
}

function keyOfSupervisorZh(name: string, key: string): string {
  const form = `请写成 "supervisor": { "${key}": … }`;
  return name === key ? `未知的键（你是想写 supervisor.${key} 吗？${form}）` : `未知的键（${form}）`;
}

function unusableItemZh(cause: UnusableItem): string {
  const item = { check: '检查', runner: '运行器' }[cause.item];
  const subject = cause.name === undefined ? `这个${item}` : `${item} ${quoted(cause.name)} `;
  const why = cause.unknown.map((name) => {
    const meant = meantKey(name, cause.known);
    return `未知的键 ${quoted(name)}${meant ? `（你是想写 ${meant} 吗？）` : ''}`;
  });
  if (needsKnownKeys(cause)) why.push(`可用的键：${cause.known.join('、')}`);
  if (cause.expected) why.push(`应该写${expectedZh(cause.expected)}`);
  return `${subject}${{ check: '不会运行', runner: '不会使用' }[cause.item]}：${why.join('；')}`;
}

function expectedZh(expected: ExpectedValue): string {
  switch (expected.type) {
    case 'boolean':
      return ' true 或 false';
    case 'string':
      return '字符串';
    case 'strings':
      return '字符串列表';
    case 'matcher':
      return '工具名，或 Claude Code 的 matcher："ExitPlanMode"、"mcp__.*"';
    case 'matchers':
      return '工具名的列表，也可以用 Claude Code 的 matcher：["AskUserQuestion", "ExitPlanMode", "mcp__.*"]';
    case 'choices':
      return `列表，可用的名字：${expected.choices.join('、')}`;
    case 'object':
      return '对象：{ … }';
    case 'provider-name':
      return '供应商的名字，加引号';
    case 'key-command':
      return '一条打印密钥的 shell 命令，加引号';
    case 'integer':
      return ` ${expected.min} 到 ${expected.max} 之间的整数`;
    case 'number':
      return ` ${expected.min} 到 ${expected.max} 之间的数`;
    case 'choice':
      return ` ${expected.choices.map((choice) => JSON.stringify(choice)).join(' 或 ')}`;
    case 'list':
      return `列表，每项为 ${example(expected.required)}，可选的键：${expected.optional.join('、')}`;
    case 'list-item':
      return ` ${example(expected.required)}，可选的键：${expected.optional.join('、')}`;
  }
}

/** What to change, as a clause: lower case, no full stop. */
export const problemText = both(en, zh);

/** The same as a sentence of its own. */
export const configFix = both(
  (cause: ProblemCause) =>
    problemText
      .en(cause)
      .replace(/^./, (letter) => letter.toUpperCase())
      .replace(/[^}]$/, '$&.'),
  (cause) => `${problemText.zh(cause)}。`,
);

/** One line for each problem, with its place, for stderr. */
export function configProblemLines(
  file: string,
  problems: readonly {
    key: string;
    line?: number | undefined;
    column?: number | undefined;
    cause: ProblemCause;
    leftOut?: boolean;
  }[],
  language: Language,
): string[] {
  return problems.map(({ key, line, column, cause, leftOut }) =>
    problemLine[language](
      line === undefined ? file : `${file}:${line}:${column}`,
      key,
      problemText[language](cause),
      consequence[language](cause, leftOut === true || cause.code === 'unknown-key'),
    ),
  );
}

const problemLine = both(
  (place: string, key: string, what: string, then: string) =>
    `ccc: ${[place, key, what].filter(Boolean).join(': ')}${then}.`,
  (place, key, what, then) => `ccc：${[place, key, what].filter(Boolean).join('：')}${then}。`,
);

/** What is used instead, to be put after the problem, unless that says it. */
export const consequence = both(
  ({ code }: ProblemCause, isIgnored: boolean): string => {
    switch (code) {
      case 'duplicate-key':
      case 'unusable-item':
        return '';
      case 'unknown-item-key':
        return '; the key is ignored';
      case 'empty-file':
        return '; the defaults are used';
      default:
        return isIgnored ? '; it is ignored' : '; the default is used';
    }
  },
  ({ code }, isIgnored) => {
    switch (code) {
      case 'duplicate-key':
      case 'unusable-item':
        return '';
      case 'unknown-item-key':
        return '；已忽略这个键';
      default:
        return isIgnored ? '；已忽略' : '；使用默认值';
    }
  },
);
