import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BY_NAME,
  BY_SUBCOMMAND,
  FORMAT_SUBCOMMANDS,
  FORMATTERS,
  TASK_RUNNERS,
} from '../../src/evidence/commands/programs.ts';
import { CHECKED_KINDS, type CheckedKind } from '../../src/evidence/evidence.ts';
import type { Language } from '../../src/i18n/language.ts';

const BEGIN = '<!-- Written by npm run docs: what follows, up to the end of the block, is not edited by hand. -->';
const END = '<!-- End of the block. -->';
const BLOCK = new RegExp(`${BEGIN}\n[\\s\\S]*?\n${END}`);
const DOCUMENTS: Record<Language, string> = { en: 'docs/evidence.md', zh: 'docs/evidence.zh-CN.md' };

const WORDS: Record<Language, { ecosystem: string; other: string; runners: string; formatters: string; and: string }> =
  {
    en: {
      ecosystem: 'ecosystem',
      other: 'other',
      runners: 'Task runners, where the name of the task or its definition says the kind',
      formatters:
        'Formatters, a lint run only if they compare and do not write (`prettier --check`, `cargo fmt --check`)',
      and: ': ',
    },
    zh: {
      ecosystem: '生态',
      other: '其他',
      runners: '任务运行器，种类看任务的名字或定义',
      formatters: '格式化工具，只比较、不改写时（`prettier --check`、`cargo fmt --check`）算 lint',
      and: '：',
    },
  };

/** The tables' own names, where they are not the usual ones. */
const ECOSYSTEMS: Record<string, string> = {
  js: 'JavaScript, TypeScript',
  php: 'PHP',
  c: 'C, C++',
  jvm: 'Java, Kotlin, Scala',
  dotnet: '.NET',
  ocaml: 'OCaml',
  bazel: 'Bazel, Buck, Pants',
  purescript: 'PureScript',
  rescript: 'ReScript',
  solidity: 'Solidity, Cairo, Aiken',
};

/** The pages about evidence, with the programs that are recognised now; by their paths. */
export function evidenceDocuments(root: string): Record<string, string> {
  const languages = Object.entries(DOCUMENTS) as [Language, string][];
  return Object.fromEntries(
    languages.map(([language, path]) => {
      const text = readFileSync(join(root, path), 'utf8');
      if (!BLOCK.test(text)) throw new Error(`${path} has no block for the programs: ${BEGIN}`);
      return [path, text.replace(BLOCK, () => `${BEGIN}\n${programs(language)}\n${END}`)];
    }),
  );
}

function programs(language: Language): string {
  const { ecosystem, other, runners, formatters, and } = WORDS[language];
  const rows = [...byEcosystem()].map(([key, kinds]) => {
    const name = key === 'other' ? other : (ECOSYSTEMS[key] ?? capitalised(key));
    return `| ${[name, ...CHECKED_KINDS.map((kind) => code(kinds[kind]))].join(' | ')} |`;
  });
  const formats = [
    ...FORMATTERS.keys(),
    ...[...FORMAT_SUBCOMMANDS].map(([name, words]) => `${name} ${plainStart(words.source.slice(1))}`),
  ];
  return [
    `| ${[ecosystem, ...CHECKED_KINDS].join(' | ')} |`,
    `|${'---|'.repeat(CHECKED_KINDS.length + 1)}`,
    ...rows,
    '',
    `${runners}${and}${code([...TASK_RUNNERS.keys()])}`,
    '',
    `${formatters}${and}${code(formats)}`,
  ].join('\n');
}

type ByKind = Record<CheckedKind, string[]>;

/** In the order of the tables, what belongs to no ecosystem last. */
function byEcosystem(): Map<string, ByKind> {
  const all = new Map<string, ByKind>();
  const add = (ecosystem: string, kind: CheckedKind, program: string) => {
    const kinds = all.get(ecosystem) ?? { test: [], build: [], types: [], lint: [] };
    all.set(ecosystem, kinds);
    kinds[kind].push(program);
  };
  for (const [name, { kind, ecosystem }] of BY_NAME) add(ecosystem, kind, name);
  for (const [name, { ecosystem, rules }] of BY_SUBCOMMAND)
    for (const rule of rules) {
      const [kind = '', pattern = ''] = rule.split(/=(.*)/s);
      add(ecosystem, kind as CheckedKind, `${name} ${plainStart(pattern)}`.trim());
    }
  const others = all.get('other');
  all.delete('other');
  return others ? all.set('other', others) : all;
}

/** The words of the first alternative, if it is plain: `run.test|drive` → `run test`. In the tables a dot is a space. */
const plainStart = (pattern: string) => {
  const words = /^[\w:. -]+(?=[|\\(]|$)/.exec(pattern)?.[0] ?? '';
  return /[.:]$/.test(words) ? '' : words.replaceAll('.', ' ');
};

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' ');
const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
