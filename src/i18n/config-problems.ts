import type { JsonErrorCode } from '../platform/json/parse.ts';
import { nearestName } from '../platform/nearest-name.ts';
import { both } from './both.ts';
import { jsonErrors } from './json-errors.ts';
import type { Language } from './language.ts';

/** Why a value in `ccc.json` cannot be used. */
export type ProblemCause =
  | { code: 'unreadable'; error: string }
  | { code: 'syntax'; error: JsonErrorCode }
  | { code: 'file-not-object' }
  | { code: 'section-not-object'; section: string }
  /** The same key twice in one object: the last one counts. */
  | { code: 'duplicate-key' }
  | { code: 'unknown-key'; name: string; known: readonly string[] }
  /** In one of a list. */
  | { code: 'unknown-item-keys'; keys: readonly string[]; known: readonly string[] }
  | { code: 'wrong-value'; expected: ExpectedValue };

export type ExpectedValue =
  | { type: 'boolean' | 'string' | 'strings' | 'object' | 'provider-name' | 'key-command' }
  | { type: 'integer' | 'number'; min: number; max: number }
  | { type: 'choice'; choices: readonly string[] }
  | { type: 'list' | 'list-item'; required: readonly RequiredKey[]; optional: readonly string[] };

interface RequiredKey {
  name: string;
  /** The only values there are. */
  choices?: readonly string[];
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 40));
const example = (required: readonly RequiredKey[]) =>
  `{ ${required.map(({ name, choices = ['…'] }) => `"${name}": ${choices.map(quoted).join(' | ')}`).join(', ')} }`;

/** A list of all names only helps whom no single one does. */
const meantKey = ({ name, known }: Extract<ProblemCause, { code: 'unknown-key' }>) => {
  const nearest = nearestName(name, known);
  return nearest === undefined ? undefined : JSON.stringify(nearest);
};

function en(cause: ProblemCause): string {
  switch (cause.code) {
    case 'unreadable':
      return cause.error === 'EFBIG' ? 'larger than 16 MB (EFBIG)' : `check its permissions (${cause.error})`;
    case 'syntax':
      return jsonErrors.en[cause.error];
    case 'file-not-object':
      return 'write one JSON object: { … }';
    case 'section-not-object':
      return `write an object: "${cause.section}": { … }`;
    case 'duplicate-key':
      return 'written twice; the last one counts';
    case 'unknown-key': {
      const meant = meantKey(cause);
      return meant ? `unknown key (did you mean ${meant}?)` : `unknown key; known keys: ${cause.known.join(', ')}`;
    }
    case 'unknown-item-keys':
      return `unknown here: ${cause.keys.map(quoted).join(', ')}; known keys: ${cause.known.join(', ')}`;
    case 'wrong-value':
      return `write ${expectedEn(cause.expected)}`;
  }
}

function expectedEn(expected: ExpectedValue): string {
  switch (expected.type) {
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'a string';
    case 'strings':
      return 'a list of strings';
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
    case 'file-not-object':
      return '整个文件应该是一个 JSON 对象：{ … }';
    case 'section-not-object':
      return `应该是一个对象："${cause.section}": { … }`;
    case 'duplicate-key':
      return '写了两次，以最后一个为准';
    case 'unknown-key': {
      const meant = meantKey(cause);
      return meant ? `未知的键（你是想写 ${meant} 吗？）` : `未知的键；可用的键：${cause.known.join('、')}`;
    }
    case 'unknown-item-keys':
      return `未知的键 ${cause.keys.map(quoted).join('、')}；可用的键：${cause.known.join('、')}`;
    case 'wrong-value':
      return `应该写${expectedZh(cause.expected)}`;
  }
}

function expectedZh(expected: ExpectedValue): string {
  switch (expected.type) {
    case 'boolean':
      return ' true 或 false';
    case 'string':
      return '字符串';
    case 'strings':
      return '字符串列表';
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

/** What is used instead, to be put after the problem. */
export const consequence = both(
  ({ code }: ProblemCause, isIgnored: boolean): string =>
    code === 'duplicate-key' ? '' : isIgnored ? '; it is ignored' : '; the default is used',
  ({ code }, isIgnored) => (code === 'duplicate-key' ? '' : isIgnored ? '；已忽略' : '；使用默认值'),
);
