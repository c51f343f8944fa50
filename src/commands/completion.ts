import { type Completion, complete } from '../command-line/complete.ts';
import { COMPLETION_SCRIPTS, type Shell } from '../command-line/completion-scripts.ts';
import { type ParsedArguments, textIn } from '../command-line/declaration.ts';
import { usageError } from '../command-line/parse.ts';
import type { Env } from '../config/env.ts';
import { readLaunchConfig } from '../config/launch-config.ts';
import { installedFile, installedNodes } from '../config/own-program.ts';
import { pathsOf } from '../config/paths.ts';
import { commandLineMessages } from '../i18n/command-line.ts';
import { currentFolder } from '../platform/folders.ts';
import { writeStdout } from '../platform/output.ts';
import { sessionsIn } from '../transcript/stored-sessions.ts';
import { completion as declaration } from './declarations/completion.ts';
import { DECLARATIONS } from './declarations/index.ts';
import { launch } from './declarations/launch.ts';

const SESSIONS = 20;

/** Another name can be typed, but is not offered: it is inserted as it is, and a shell would run `$(…)` in it. */
const OFFERED_NAME = /^[A-Za-z0-9._][A-Za-z0-9._-]*$/;

/** `ccc completion SHELL` prints the script for a shell. */
export async function run({ shell, providers }: ParsedArguments<typeof declaration>, env: Env): Promise<number> {
  if (providers) writeStdout((await providerNames(env)).map((name) => `${name}\n`).join(''));
  else writeStdout(scriptFor(shell, env));
  return 0;
}

function scriptFor(shell: Shell | undefined, { path, language }: Env): string {
  const messages = commandLineMessages[language];
  const { placeholder, choices } = declaration.arguments.shell;
  if (shell === undefined)
    throw usageError(
      'completion',
      messages.missingArgument('completion', placeholder),
      language,
      messages.useOne(choices),
    );
  const ccc = installedFile(path);
  const nodes = installedNodes(path);
  return COMPLETION_SCRIPTS[shell](nodes.length > 0 ? nodes.map((node) => [node, ccc]) : [[ccc]]);
}

/** The scripts call this when Tab is pressed. It prints no errors: they would appear in the line being typed. */
export async function answer([shell = '', ...words]: string[], env: Env): Promise<number> {
  try {
    writeStdout(await answerFor(shell as Shell, words, env));
  } catch {
    // No completions.
  }
  return 0;
}

/** One line that says `words` or `files`, then one line for each word, as the shell wants it. */
async function answerFor(shell: Shell, typed: string[], env: Env): Promise<string> {
  const { words, prefix } = splitAtEqual(shell, typed);
  const completion = complete(words, { launch, commands: DECLARATIONS });
  if (completion === 'files') return 'files\n';
  const candidates = [
    ...completion.words.map(({ word, help }) => ({ word, help: help === undefined ? '' : textIn(help, env.language) })),
    ...(await lookedUp(completion.lookUp, env)),
  ];
  const lines = {
    // bash shows no descriptions and takes every word for a match.
    bash: () =>
      candidates.filter(({ word }) => word.startsWith(words.at(-1) ?? '')).map(({ word }) => `${prefix}${word}`),
    // zsh has put the prefix aside.
    zsh: () => candidates.map(({ word, help }) => (help ? `${word}:${help}` : word)),
    fish: () => candidates.map(({ word, help }) => (help ? `${prefix}${word}\t${help}` : `${prefix}${word}`)),
  }[shell]();
  return ['words', ...lines, ''].join('\n');
}

/** `--scope=user` is two words for us, one in zsh and fish, and in bash mostly three: `--scope`, `=`, `user`. */
function splitAtEqual(shell: Shell, typed: string[]): { words: string[]; prefix: string } {
  const words =
    shell === 'bash' ? [...typed.filter((word) => word !== '='), ...(typed.at(-1) === '=' ? [''] : [])] : typed;
  const [, option, value = ''] = /^(--[a-z-]+)=(.*)$/s.exec(words.at(-1) ?? '') ?? [];
  return option === undefined
    ? { words, prefix: '' }
    : { words: [...words.slice(0, -1), option, value], prefix: `${option}=` };
}

async function lookedUp(
  source: Exclude<Completion, 'files'>['lookUp'],
  env: Env,
): Promise<{ word: string; help: string }[]> {
  switch (source) {
    case undefined:
      return [];
    case 'provider':
      return (await providerNames(env)).map((word) => ({ word, help: '' }));
    case 'session':
      return sessionsIn(pathsOf(env), currentFolder())
        .filter(({ id }) => OFFERED_NAME.test(id))
        .slice(0, SESSIONS)
        .map(({ id, at }) => ({ word: id, help: at.toLocaleString('sv') }));
  }
}

/** A ccc.json that is wrong has no names. */
async function providerNames(env: Env): Promise<string[]> {
  try {
    const { providers } = await readLaunchConfig(pathsOf(env).configFile, env.language);
    return [...providers.keys()].filter((name) => OFFERED_NAME.test(name));
  } catch {
    return [];
  }
}
