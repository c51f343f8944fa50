import type { Language } from '../../src/i18n/language.ts';
import { anchorOf } from '../markdown.ts';
import { configKeys } from './config-keys.ts';
import { configurationWords } from './configuration-words.ts';
import { files } from './files.ts';
import { defaultOf, flat, type Key, keys, type Part } from './keys.ts';
import { variables } from './variables.ts';

type Words = (typeof configurationWords)['en'];

const EXAMPLE = `{
  "supervisor": { "enabled": true, "max_iterations": 10 },
  "current_provider": "kimi",
  "providers": {
    "kimi": {
      "env": {
        "ANTHROPIC_BASE_URL": "https://api.moonshot.cn/anthropic",
        "ANTHROPIC_AUTH_TOKEN": "\${KIMI_API_KEY}", // the key itself is in no file
      },
    },
  },
}`;

const ADDRESS = 'echo "file://$(npm root --global)/ccc-supervisor/ccc.schema.json"';

/** docs/configuration.md, or its Chinese counterpart. */
export function configuration(language: Language): string {
  const words = configurationWords[language];
  const rows = supervisorFirst(keys());
  const ours = (setBy: 'you' | 'ccc') =>
    variables.filter((variable) => variable.setBy === setBy).map(({ name, about }) => [code(name), about[language]]);
  return `${[
    '<!-- npm run docs makes this file from src/config/schema.ts and scripts/reference/. Change those. -->',
    `# ${words.title}`,
    words.languages,
    words.intro,
    `## ${words.file}`,
    words.fileIntro,
    fence('jsonc', EXAMPLE),
    words.editors,
    fence('sh', ADDRESS),
    table([[words.key, words.value, words.default], ...flat(rows).map((key) => overview(key, words))]),
    ...flat(rows).flatMap((key) => section(key, words, language)),
    `## ${words.wrong}`,
    table(words.wrongRows),
    words.wrongWhere,
    `## ${words.files}`,
    words.filesIntro,
    table([[words.path, words.about], ...files.map(({ path, about }) => [code(path), about[language]])]),
    words.theirs,
    `## ${words.variables}`,
    words.variablesIntro,
    table([[words.variable, words.meaning], ...ours('you')]),
    words.ours,
    table([[words.variable, words.meaning], ...ours('ccc')]),
    words.others,
    `## ${words.precedence}`,
    table(words.precedenceRows),
    words.joined,
  ].join('\n\n')}\n`;
}

/** What most people come for. */
const supervisorFirst = (tree: Key[]) =>
  tree.toSorted((a, b) => Number(b.name === 'supervisor') - Number(a.name === 'supervisor'));

const overview = (key: Key, words: Words): string[] => [
  `[${code(key.name)}](#${anchorOf(key.name)})`,
  kindOf(key.part, words.kinds),
  fallbackOf(key) ?? words.none,
];

function section(key: Key, words: Words, language: Language): string[] {
  const { example, ...about } = configKeys[key.name];
  return [
    `### ${code(key.name)}`,
    `*${words.facts(kindOf(key.part, words.kinds), fallbackOf(key))}*`,
    about[language],
    ...(example === undefined ? [] : [fence('json', json(inPlace(key.name, example)))]),
  ];
}

function kindOf(part: Part, kinds: Words['kinds']): string {
  switch (part.type) {
    case 'integer':
    case 'number':
      return kinds[part.type](part.min, part.max);
    case 'choice':
    case 'choices':
      return kinds[part.type](part.choices.map((choice) => code(JSON.stringify(choice))));
    default:
      return kinds[part.type];
  }
}

function fallbackOf(key: Key): string | undefined {
  const fallback = defaultOf(key);
  return fallback === undefined ? undefined : code(JSON.stringify(fallback));
}

/** `a.<name>.b` and a value → `{"a": {"mine": {"b": value}}}` */
const inPlace = (name: string, value: unknown): unknown =>
  name.split('.').reduceRight((inner, step) => ({ [step === '<name>' ? 'mine' : step]: inner }), value);

const WIDTH = 100;

/** On one line if it fits. */
function json(value: unknown): string {
  const broken = JSON.stringify(value, null, 2);
  const line = broken.replaceAll(/\n\s*/g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']');
  return line.length <= WIDTH ? line : broken;
}

const code = (text: string) => `\`${text}\``;
const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

function table([head = [], ...rows]: string[][]): string {
  const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row)].join('\n');
}
