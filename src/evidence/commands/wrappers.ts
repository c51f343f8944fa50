import { posix } from 'node:path';
import { type ShellWords, withoutAssignments } from '../../platform/shell.ts';
import { BY_NAME, BY_SUBCOMMAND, FORMATTERS, TASK_RUNNERS } from './programs.ts';

/** Programs that run another one, and which of their options take a value. */
const WRAPPERS: Record<string, RegExp> = {
  sudo: /^-[ugCDRT]$/,
  env: /^-[uCS]$/,
  time: /^-[fo]$/,
  timeout: /^-[ks]$|^--(?:signal|kill-after)$/,
  gtimeout: /^-[ks]$/,
  nice: /^-n$/,
  ionice: /^-[cn]$/,
  nohup: /^$/,
  stdbuf: /^-[ioe]$/,
  command: /^$/,
  exec: /^$/,
  npx: /^(?:-p|--package|-c|--call)$/,
  bunx: /^$/,
  uvx: /^(?:--from|--with|-p|--python)$/,
  xargs: /^-[nPIdLEsa]$/,
  parallel: /^-[jN]$/,
  watchexec: /^-[ewi]$/,
  hyperfine: /^-[wmrN]$/,
  setsid: /^$/,
  doas: /^-u$/,
  chronic: /^$/,
  winpty: /^$/,
  builtin: /^$/,
  fvm: /^$/,
  pnpx: /^$/,
  corepack: /^$/,
  strace: /^-[eofp]$/,
  valgrind: /^$/,
  faketime: /^-f$/,
  'env-cmd': /^-[ef]$/,
  eval: /^$/,
  'cross-env': /^$/,
  dotenv: /^-e$/,
  'xvfb-run': /^-[ens]$/,
  'dbus-run-session': /^$/,
  unbuffer: /^$/,
  caffeinate: /^$/,
  rtk: /^$/,
};
/** The same, with a subcommand before the other program. */
const SUBCOMMAND_WRAPPERS: Record<string, RegExp> = {
  npm: /^(?:exec|x)$/,
  pnpm: /^(?:exec|dlx)$/,
  yarn: /^(?:exec|dlx)$/,
  bun: /^x$/,
  poetry: /^run$/,
  uv: /^run$/,
  pipenv: /^run$/,
  pdm: /^run$/,
  rye: /^run$/,
  hatch: /^run$/,
  conda: /^run$/,
  bundle: /^exec$/,
  mise: /^(?:exec|x)$/,
  rtx: /^(?:exec|x)$/,
  asdf: /^exec$/,
  coverage: /^run$/,
  composer: /^exec$/,
  direnv: /^exec$/,
  devbox: /^run$/,
  nix: /^(?:develop|shell|run)$/,
  opam: /^exec$/,
  op: /^run$/,
  doppler: /^run$/,
  infisical: /^run$/,
  dotenvx: /^run$/,
  aspect: /^run$/,
  volta: /^run$/,
  fnm: /^exec$/,
  nvm: /^exec$/,
  micromamba: /^run$/,
  mamba: /^run$/,
  pixi: /^(?:run|exec)$/,
  dart: /^run$/,
  stack: /^exec$/,
  kubectl: /^exec$/,
  ddev: /^exec$/,
  sail: /^(?:php|composer|artisan|bin|exec|shell)$/,
  heroku: /^(?:run|local:run)$/,
};

/** After these a word that is no known program is the name of a task of the project. */
const TASK_WRAPPERS = /^(?:pdm|rye|hatch|pixi|devbox|pipenv|poetry|uv)$/;
/** What they run stands behind `--`. */
const BEHIND_DASHES = /^(?:op|doppler|infisical|dotenvx|kubectl|opam|nix|melos)$/;

/** Where `-m` stands; -1 if code or a script comes before it, for which it is an argument. */
function moduleAt(words: ShellWords): number {
  const at = words.findIndex((word, i) => i > 0 && (/^-(?:m|c)$/.test(word) || isScriptOfPython(words, i)));
  return words[at] === '-m' ? at : -1;
}

/** No option, nor the value of one. */
const isScriptOfPython = (words: ShellWords, at: number): boolean =>
  !words[at]?.startsWith('-') && !/^-[WX]$/.test(words[at - 1] ?? '');

/** The program itself: `sudo -u me timeout 60 npx vitest run` → `vitest run`. */
export function withoutWrappers(words: ShellWords): ShellWords {
  let rest = words;
  for (let guard = 0; guard < 12; guard++) {
    rest = withoutAssignments(rest);
    const name = rest[0]?.replace(/^.*\//, '') ?? '';
    if (/^python\d?(?:\.\d+)?$|^py$/.test(name) && moduleAt(rest) > 0) {
      const module = rest.slice(moduleAt(rest) + 1);
      if (module[0] === 'build') return ['make', 'build'];
      rest = module;
    } else if (name === 'command' && /^-[vV]$/.test(rest[1] ?? '')) {
      return ['which'];
    } else if (calledLine(rest) !== undefined) {
      return rest;
    } else if (Object.hasOwn(WRAPPERS, name)) {
      rest = afterOptions(rest.slice(1), WRAPPERS[name] as RegExp);
      if (name === 'timeout' || name === 'gtimeout') rest = rest.slice(1);
    } else if (Object.hasOwn(SUBCOMMAND_WRAPPERS, name) && SUBCOMMAND_WRAPPERS[name]?.test(rest[1] ?? '')) {
      const dashes = BEHIND_DASHES.test(name) ? rest.indexOf('--') : -1;
      const inner = dashes > 0 ? rest.slice(dashes + 1) : afterOptions(rest.slice(2), OPTIONS_WITH_VALUE);
      if (inner.length === 0) return rest;
      rest = name === 'direnv' || name === 'nvm' ? inner.slice(1) : inner;
      if (TASK_WRAPPERS.test(name) && !isKnownProgram(rest[0] as string))
        return ['poe', (rest[0] as string).replace(/^[\w-]+:(?=\w)/, ''), ...rest.slice(1)];
    } else if (
      /^(?:docker|podman|docker-compose|nerdctl)$/.test(name) &&
      rest.some((word) => word === 'exec' || word === 'run')
    ) {
      // Options, then the container or service, then the program.
      rest = afterOptions(
        rest.slice(rest.findIndex((word) => word === 'exec' || word === 'run') + 1),
        /^-[ewuvp]$|^--(?:env|env-file|user|workdir|volume|name|network|platform|mount|publish|entrypoint|index|profile)$/,
      ).slice(1);
      if (rest.length === 0) return words;
    } else if (name === 'php' || (name === 'node' && /node_modules/.test(rest[1] ?? ''))) {
      if (rest[1] === undefined || rest[1].startsWith('-')) return rest;
      rest = rest.slice(1);
    } else return rest;
  }
  return rest;
}

const OPTIONS_WITH_VALUE =
  /^(?:-p|--package|-n|--name|--with|--extra|--group|--python|--env-file|-f|--project|--directory|--only-group|--only-dev)$/;

const isKnownProgram = (word: string) => {
  const name = word.replace(/^.*\//, '');
  return (
    BY_NAME.has(name) ||
    BY_SUBCOMMAND.has(name) ||
    FORMATTERS.has(name) ||
    TASK_RUNNERS.has(name) ||
    Object.hasOwn(WRAPPERS, name) ||
    Object.hasOwn(SUBCOMMAND_WRAPPERS, name) ||
    /^(?:python\d?(?:\.\d+)?|node|ruby|php|perl|(?:ba|z)?sh|git|pip\d?|jupyter|alembic|uvicorn|gunicorn|django-admin|flask|ipython)$/.test(
      name,
    ) ||
    // A file to run.
    word.includes('/') ||
    /\.\w+$/.test(word)
  );
};

function afterOptions(words: ShellWords, withValue: RegExp): ShellWords {
  let at = 0;
  while (words[at]?.startsWith('-') && words[at] !== '-') {
    if (words[at] === '--') return words.slice(at + 1);
    at += withValue.test(words[at] as string) ? 2 : 1;
  }
  return words.slice(at);
}

/** `script -qc 'npm test' /dev/null` ends well whatever it runs, unless an option says otherwise. */
function recordedLine(words: ShellWords): string | undefined {
  const flag = words.findIndex((word) => /^-[a-zA-Z]*c$|^--command$/.test(word));
  const inner =
    flag > 0
      ? words[flag + 1]
      : /^--command=(.*)/s.exec(words.find((word) => word.startsWith('--command=')) ?? '')?.[1];
  if (inner === undefined)
    return (
      afterOptions(words.slice(1), /^-[tTF]$/)
        .slice(1)
        .join(' ') || undefined
    );
  return words.some((word) => /^-[a-zA-Z]*e|^--return$/.test(word)) ? inner : `((${inner}) || true)`;
}

/** `npx -c 'vitest run'`, `npm exec --call='…'`: before the first word that is no option. */
function calledLine([path = '', ...words]: ShellWords): string | undefined {
  const name = path.replace(/^.*\//, '');
  const options = name === 'npx' ? words : name === 'npm' && /^(?:exec|x)$/.test(words[0] ?? '') ? words.slice(1) : [];
  for (let at = 0; options[at]?.startsWith('-') && options[at] !== '--'; at++) {
    const option = options[at] as string;
    if (option === '-c' || option === '--call') return options[at + 1];
    if (option.startsWith('--call=')) return option.slice('--call='.length);
    if (option === '-p' || option === '--package') at++;
  }
  return undefined;
}

/** The command line inside `bash -c '…'`, `pwsh -Command '…'` and `ssh host '…'`. */
export function innerShellLine(words: ShellWords): string | undefined {
  const [name = ''] = words;
  const called = calledLine(words);
  if (called !== undefined) return called;
  if (name === 'script') return recordedLine(words);
  if (name === 'ssh')
    return (
      afterOptions(words.slice(1), /^-[pilFoJ]$/)
        .slice(1)
        .join(' ') || undefined
    );
  if (!/^(?:.*\/)?(?:(?:ba|z|da|fi|pw)?sh|powershell(?:\.exe)?|su|vagrant|cmd|wsl)$/.test(name)) return undefined;
  const flag = words.findIndex((word) => /^-(?:[a-z]*c|command)$/i.test(word));
  return flag > 0 ? words[flag + 1] : undefined;
}

/** The command line inside `out=$(…)`, which ends as that does. */
export const substitutedLine = (words: ShellWords): string | undefined =>
  words.length === 1 ? /^\w+=\$\((.*)\)$/s.exec(words[0] as string)?.[1] : undefined;

const FOLDER_OPTION =
  /^(?:--prefix|-C|--cwd|--dir|--project|--manifest-path|--directory|--chdir|--project-directory|--project-dir|--project-root|--working-directory|--working-dir|--rootDir|--rootdir|--root)$/;

/** The folder that an option names: `npm --prefix web test`, `make -C src`. */
export function folderOption(words: ShellWords): string | undefined {
  if (!words.some((word) => word.startsWith('-'))) return undefined;
  const at = words.findIndex((word) => FOLDER_OPTION.test(word));
  const named = words[at + 1];
  if (at > 0 && named !== undefined && !named.startsWith('-')) return named;
  // `mvn -f ../other/pom.xml`
  const program = words[0]?.replace(/^.*\//, '') ?? '';
  const file = /^(?:mvnw?|gradlew?|make)$/.test(program) ? words.indexOf('-f') : -1;
  if (file > 0) return posix.dirname(words[file + 1] ?? '');
  if (/^gradlew?$/.test(program) && words.includes('-p')) return words[words.indexOf('-p') + 1];
  return words
    .map((word) => /^(--[\w-]+)=(.+)$/.exec(word) ?? [])
    .find(([, option = '']) => FOLDER_OPTION.test(option) && option !== '--project')?.[2];
}
