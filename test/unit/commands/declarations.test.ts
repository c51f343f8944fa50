import { describe, expect, it } from 'vitest';
import type { Declaration, LocalizedText } from '../../../src/command-line/declaration.ts';
import { findSubcommand, parseArguments } from '../../../src/command-line/parse.ts';
import { DECLARATIONS } from '../../../src/commands/declarations/index.ts';
import { launch } from '../../../src/commands/declarations/launch.ts';
import { helpOn } from '../../../src/commands/help.ts';
import { COMMANDS } from '../../../src/commands/registry.ts';
import { widthOf } from '../../../src/platform/text-layout.ts';

const LANGUAGES = ['en', 'zh'] as const;
const CHINESE = /[\u3000-\u9fff\uff00-\uffef]/;

/** Every command and subcommand, with the words that lead to it. */
const all = (declarations: readonly Declaration[], above: string[] = []): [string, Declaration][] =>
  declarations.flatMap((declaration) => {
    const path = [...above, declaration.name];
    return [[path.join(' '), declaration], ...all(declaration.subcommands ?? [], path)];
  });
const ALL = all(DECLARATIONS);

/** Every text of a declaration, with where it stands. */
function textsOf(value: unknown, path: string): [string, LocalizedText][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('en' in value && 'zh' in value) return [[path, value as LocalizedText]];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

it('every command can be run, or is one that main.ts answers itself', () => {
  const run = COMMANDS.map(({ declaration }) => declaration);
  const answered = ['supervisor-hook', 'supervisor-mode'];
  const missing = ALL.filter(
    ([path, { subcommands, arguments: own }]) => (!subcommands || own) && !answered.includes(path),
  )
    .filter(([, declaration]) => !run.includes(declaration))
    .map(([path]) => path);
  expect(missing).toEqual([]);
});

it('names are told apart: commands, and the words of one command', () => {
  expect(new Set(DECLARATIONS.map(({ name }) => name)).size).toBe(DECLARATIONS.length);
  for (const [path, { arguments: words = {}, options = {} }] of ALL)
    expect([path, Object.keys(words).filter((name) => name in options)]).toEqual([path, []]);
});

it('exclusive options and commands to see also exist', () => {
  for (const [path, { exclusive = [], options = {}, seeAlso = [] }] of ALL) {
    expect([path, exclusive.flat().filter((name) => !(name in options))]).toEqual([path, []]);
    expect([path, seeAlso.filter((name) => !ALL.some(([other]) => other === name))]).toEqual([path, []]);
  }
});

describe.each([...ALL, ['ccc', launch] as [string, Declaration]])('%s', (path, declaration) => {
  it.each(textsOf(declaration, ''))('%s is written in both languages, with the same facts', (_, text) => {
    const { en, zh } = text as Record<'en' | 'zh', string>;
    expect(en).not.toMatch(CHINESE);
    expect(zh).toMatch(CHINESE);
    const facts = (said: string) => [...new Set(said.match(/--[a-z-]+|[A-Z]{2,}_[A-Z_]+|ccc\.json/g))].sort();
    if (en !== en.toUpperCase()) expect(facts(zh)).toEqual(facts(en));
  });

  it.each(LANGUAGES)('its help in %s fits the width of a terminal, but for its examples', (language) => {
    const text = helpOn(path === 'ccc' ? [] : path.split(' '), language);
    const long = text.split('\n').filter((line) => widthOf(line) > 80);
    expect(
      long.filter((line) => !(declaration.examples ?? []).some((example) => line.includes(String(example)))),
    ).toEqual([]);
    expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
    expect(text).not.toMatch(/undefined|\[object/);
  });

  it('its summary is one line without a full stop', () => {
    for (const language of LANGUAGES) {
      const { summary } = declaration;
      expect(typeof summary === 'string' ? summary : summary[language]).not.toMatch(/[.。\n]$|\n/);
    }
  });
});

it.each(LANGUAGES)('the help on install in %s says what plain claude -p lacks', (language) => {
  const text = helpOn(['install'], language).replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/claude -p.*--require-approval/);
});

it.each(LANGUAGES)('ccc --help in %s lists every command', (language) => {
  const text = helpOn([], language);
  for (const { name } of DECLARATIONS) expect(text).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'));
});

it('help for a subcommand, and for a command that does not exist', () => {
  expect(helpOn(['provider', 'add'], 'en')).toMatch(/^Usage: ccc provider add \[NAME\]/);
  expect(() => helpOn(['stat'], 'en')).toThrow(
    expect.objectContaining({ message: 'unknown command "stat"', fix: 'Did you mean stats? See: ccc --help' }),
  );
});

/** The error that the words of a command lead to. */
function usageErrorOf(words: string[]): unknown {
  const declaration = DECLARATIONS.find(({ name }) => name === words[0]) as Declaration;
  try {
    const { command, rest } = findSubcommand(declaration, words.slice(1), 'en');
    return parseArguments(command, rest, 'en');
  } catch (error) {
    return error;
  }
}

it.each([
  [['review', '--context', 'bar'], 'review: invalid value "bar" for --context', 'Use auto, fork or evidence.'],
  [['review', '--session', 'x', '--last'], 'review: --session and --last cannot be used together', ''],
  [['install', '--scope', 'global'], 'install: invalid value "global" for --scope', 'Use user, project or local.'],
  [['uninstall', '--scope', 'loca'], 'uninstall: invalid value "loca" for --scope', 'Did you mean local? '],
  [['patch', '--reset', '--status'], 'patch: --reset and --status cannot be used together', ''],
  [['trust', '--show', '--remove'], 'trust: --show and --remove cannot be used together', ''],
  [['trust', '--dry-run', '--list'], 'trust: --dry-run and --list cannot be used together', ''],
  [['status', 'now'], 'status: unexpected argument "now"', ''],
  [['completion', 'nushell'], 'completion: invalid value "nushell" for SHELL', 'Use bash, zsh or fish.'],
  [['provider', 'rm', 'x'], 'provider: unknown subcommand "rm"', 'Did you mean remove? '],
  [['provider', 'delete'], 'provider: unknown subcommand "delete"', 'Did you mean remove? '],
  [['provider', 'ad'], 'provider: unknown subcommand "ad"', 'Did you mean add? '],
  [['provider', 'add', 'x', 'sk-1'], 'provider add: unexpected argument', 'Give one name; a key is given with --key'],
  [['provider', 'add', '--key', 'x', '--key-stdin'], 'provider add: --key and --key-stdin cannot be used together', ''],
])('%j is a usage error', (words, message, fix) => {
  expect(usageErrorOf(words)).toMatchObject({ message, fix: expect.stringContaining(fix), exitCode: 2, code: 'usage' });
});

it('a shell that is not supported is not taken for one that is', () =>
  expect(usageErrorOf(['completion', 'tcsh'])).toMatchObject({
    fix: 'Use bash, zsh or fish.\nSee: ccc completion --help',
  }));
