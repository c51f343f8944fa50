import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { isWithin, realPath } from '../platform/folders.ts';
import { parseShellLine } from '../platform/shell.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Below the home folder. */
const IN_HOME = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.netrc',
  '.git-credentials',
  '.npmrc',
  '.pypirc',
  '.docker/config.json',
  '.config/gh',
  '.config/gcloud',
  '.config/git/credentials',
  '.claude.json',
];
/** In Claude Code's folder, and ours: the login, provider keys, private settings. */
const IN_CONFIG = ['.credentials.json', 'ccc.json', 'ccc'];
/** The environment and memory of a process: the reviewer's own has its keys. */
const OF_PROCESS = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem)$/;

/**
 * Whether a call of a reading tool names a place where credentials are kept. The client lets a reviewer read the
 * session's folders only, so this matters if one of them is the home folder or above it. A file of the project such as
 * `.env` is the reviewer's to read: whether a key was committed is part of its work. A search through a whole folder is
 * not recognised.
 */
export function namesCredentials(
  input: Readonly<Record<string, unknown>>,
  folders: readonly string[],
  env: Env,
): boolean {
  const { file_path, notebook_path, path, command } = input;
  const words = typeof command === 'string' ? wordsOf(command) : [];
  const names = [file_path, notebook_path, path, ...words].filter((name): name is string => typeof name === 'string');
  const places = credentialPlaces(env);
  return names.flatMap(withoutBraces).some((name) => {
    const expanded = env.HOME ? name.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, env.HOME) : name;
    return folders.some((folder) => {
      const path = resolve(folder, expanded);
      return isCredential(path, places) || mayFit(path, places);
    });
  });
}

const MAX_WORDS = 64;

/** `{a,b}c` is `ac bc` to a shell. */
function withoutBraces(word: string): string[] {
  const words = [word];
  for (let at = 0; at < words.length && words.length < MAX_WORDS; at++) {
    const [group, choices] = /\{([^{}]*,[^{}]*)\}/.exec(words[at] as string) ?? [];
    if (group === undefined || choices === undefined) continue;
    words.push(...choices.split(',').map((choice) => (words[at] as string).replace(group, () => choice)));
  }
  return words;
}

/** Whether a pattern, or a name that is put together with a variable, can lead to such a place. */
function mayFit(path: string, places: readonly string[]): boolean {
  if (!/[*?[$]|[@+!]\(/.test(path)) return false;
  const pattern = path.split('/');
  return [...places, ...OF_ANY_PROCESS].some((place) => {
    const parts = place.split('/');
    return parts.length <= pattern.length && parts.every((part, at) => fits(pattern[at] as string, part));
  });
}

const OF_ANY_PROCESS = ['environ', 'mem'].flatMap((file) => [`/proc/*/${file}`, `/proc/*/task/*/${file}`]);
const VARIABLE = /\$(?:\w+|\{[^}]*\}|\([^)]*\))/g;

function fits(pattern: string, name: string): boolean {
  if (pattern === name || name === '*') return true;
  const withAny = pattern.replaceAll(VARIABLE, '*');
  // A variable alone is a name that stands somewhere else in the line.
  if (withAny === '*' && withAny !== pattern) return false;
  // Many stars take long.
  return withAny.length > 100 || picomatch.isMatch(name, withAny, { dot: withAny !== pattern });
}

/** As a shell reads them, and what stands between separators: a path may be an option's value or a redirection's file. */
const wordsOf = (command: string) => [
  ...parseShellLine(command).flatMap(({ programs }) => programs.flat()),
  ...command.split(/[\s<>|;&()"'=]+/),
];

const isCredential = (path: string, places: readonly string[]) =>
  [path, realPath(path)].some((each) => OF_PROCESS.test(each) || places.some((place) => isWithin(place, each)));

function credentialPlaces({ HOME, CLAUDE_CONFIG_DIR, CCC_CONFIG_DIR }: Env): string[] {
  const home = HOME ? IN_HOME.map((name) => join(HOME, name)) : [];
  const config = [HOME && join(HOME, '.claude'), CLAUDE_CONFIG_DIR, CCC_CONFIG_DIR].filter(
    (folder) => !!folder,
  ) as string[];
  return [...home, ...config.flatMap((folder) => IN_CONFIG.map((name) => resolve(folder, name)))];
}
