import type { Purpose } from './purpose.ts';

/** A tool that prints nothing, or nothing of note, unless it finds something wrong. */
export interface QuietTool {
  /** What it prints then. */
  failure: RegExp;
  /** Lines that it prints then, one of which is there in every failure. */
  lines: string[];
}

const GO: QuietTool = {
  failure:
    /^# \S+|^\S+\.go:\d+(?::\d+)?: |^(?:vet|go): (?!downloading|finding|extracting|added|upgraded|warning)|^package \S+ is not|no required module|^no Go files|undefined: |cannot find (?:package|module)/m,
  lines: ['./qz/wx.go:3:2: undefined: x'],
};
const COMPILER: QuietTool = {
  failure:
    /\berror\b|undefined reference|ld returned|^\S+:\d+(?::\d+)?: (?!warning|note|Warnung|Anmerkung|attention|avertissement|remarque|警告|附注|備考|предупреждение|замечание)\S/im,
  lines: ['qz/wx.c:3:1: error: expected expression'],
};
const TYPESCRIPT: QuietTool = {
  failure:
    /\bTS\d{4,}\b|^error\b|Found [1-9]\d* errors?|\b[1-9]\d* (?:Fehler|erreurs?|errores|errori|erros)\b|Erreurs [1-9]|\b[1-9]\d* ?(?:个错误|個のエラー|件のエラー)|^[ \t]*~+[ \t]*$/m,
  lines: ["qz/wx.ts(1,2): error TS2304: Cannot find name 'x'."],
};
const PROBLEMS: QuietTool = {
  failure: /✖ [1-9]|\berror\b|too many warnings|"errorCount":[1-9]|^[ \t]*\S+:\d+:\d+: \S/im,
  lines: ['✖ 1 problem (1 error, 0 warnings)'],
};
const LOCATIONS: QuietTool = {
  failure: /^[ \t]*\S+:\d+(?::\d+)?:? ?\S|^[ \t]+\d+:\d+ +(?:error|warning)\b|^\S+\.\w+$/m,
  lines: ['qz/wx.py:1:2: E501 line too long'],
};

const named = (names: string, tool: QuietTool): [string, QuietTool][] => names.split(', ').map((name) => [name, tool]);

const QUIET = new Map<string, QuietTool>([
  ['go build', GO],
  ['go vet', GO],
  ...named('tsc, vue-tsc, tsgo', TYPESCRIPT),
  ...named('eslint, stylelint, textlint, xo, standard', PROBLEMS),
  ...named('flake8, pyflakes, pycodestyle, yamllint, actionlint, staticcheck', LOCATIONS),
  ...named('gcc, g++, clang, clang++, cc, c++, javac, swiftc, rustc, kotlinc, scalac', COMPILER),
  ['shellcheck', { failure: /^In \S+ line \d+:|SC\d{4}/m, lines: ['In qz/wx.sh line 3:', 'SC2086'] }],
  ['gofmt', { failure: /^\S+\.go$|^diff /m, lines: ['qz/wx.go'] }],
  ['dune', { failure: /Error:/, lines: ['Error: Unbound value x'] }],
  ['pylint', { failure: /^\S+:\d+:\d+: [EF]\d+|rated at [0-9]\.|^\*{5,}/m, lines: ['qz/wx.py:1:2: E0602: x'] }],
  ...named('isort, black, mix format, crystal format, phpcs, codespell, markdownlint, knip, prettier', {
    failure: /\S/,
    lines: [],
  }),
  ['cargo format', { failure: /^Diff in /m, lines: ['Diff in qz/wx.rs:1:'] }],
]);

/** Tools that print a summary, but whose failures are told by these lines where a filter has dropped it. */
const FILTERED = new Map<string, QuietTool>([
  [
    'cargo',
    {
      failure: /^error(?:\[E\d+\])?:|could not compile/m,
      lines: ['error[E0425]: cannot find value', 'error: could not compile `wx`'],
    },
  ],
  [
    'rubocop',
    {
      failure: /[1-9]\d* offenses?|^::(?:error|warning)/m,
      lines: ['::error file=qz/wx.rb,line=1', '5 files inspected, 2 offenses detected'],
    },
  ],
  ['swift', { failure: /\berror:/, lines: ['qz/wx.swift:1:2: error: cannot find x'] }],
  [
    'xcodebuild',
    { failure: /\berror:|FAILED/, lines: ['qz/wx.swift:1:2: error: cannot find x', '** BUILD FAILED **'] },
  ],
  ['dotnet', { failure: /: error |Build FAILED/, lines: ['qz/wx.cs(1,2): error CS0103: x', 'Build FAILED.'] }],
  ['mypy', { failure: /: error:|Found [1-9]/, lines: ['qz/wx.py:1: error: x', 'Found 1 error in 1 file'] }],
  [
    'flutter analyze',
    {
      failure: /\b(?:error|warning|info) [•-]|issues? found/,
      lines: ['  error • x • qz/wx.dart:1:2 • y', '1 issue found.'],
    },
  ],
  [
    'dart analyze',
    {
      failure: /\b(?:error|warning|info) [•-]|issues? found/,
      lines: ['  error - qz/wx.dart:1:2 - x', '1 issue found.'],
    },
  ],
]);

/** The rule for the tool of a part, if it is a quiet one. */
export function quietTool({ kind, tool = '' }: Purpose, isFiltered: boolean): QuietTool | undefined {
  const name = kind === 'build' && tool === 'go' ? 'go build' : tool;
  return (
    QUIET.get(name) ??
    (isFiltered && kind !== 'test' ? (FILTERED.get(name) ?? FILTERED.get(name.split(' ')[0] as string)) : undefined)
  );
}

/** Tools that end with 0 whatever they find: only what they print tells. */
export const alwaysSucceeds = ({ kind, tool = '' }: Purpose): boolean =>
  kind === 'lint' && /^(?:gofmt|gofumpt|goimports|cppcheck)$/.test(tool);

/** The commands that a task runner prints, and the name that it puts before a line, are not the tool's own output. */
export const isQuietFailure = ({ failure }: QuietTool, output: string): boolean =>
  failure.test(
    output.replaceAll(/^(?:\[[^\]\n]{1,40}\] )(?:[$>] .*$)?|^[$>] .*$/gm, '').replace(/^Exit code \d+$/m, ''),
  );
