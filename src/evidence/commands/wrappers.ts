import { type ShellWords, withoutAssignments } from '../../platform/shell.ts';

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
  mise: /^exec$/,
  coverage: /^run$/,
};

/** The program itself: `sudo -u me timeout 60 npx vitest run` → `vitest run`. */
export function withoutWrappers(words: ShellWords): ShellWords {
  let rest = words;
  for (let guard = 0; guard < 12; guard++) {
    rest = withoutAssignments(rest);
    const name = rest[0]?.replace(/^.*\//, '') ?? '';
    if (/^python\d?(?:\.\d+)?$|^py$/.test(name) && rest.includes('-m')) {
      const module = rest.slice(rest.indexOf('-m') + 1);
      if (module[0] === 'build') return ['make', 'build'];
      rest = module;
    } else if (Object.hasOwn(WRAPPERS, name)) {
      rest = afterOptions(rest.slice(1), WRAPPERS[name] as RegExp);
      if (name === 'timeout' || name === 'gtimeout') rest = rest.slice(1);
    } else if (Object.hasOwn(SUBCOMMAND_WRAPPERS, name) && SUBCOMMAND_WRAPPERS[name]?.test(rest[1] ?? '')) {
      rest = afterOptions(rest.slice(2), /^(?:-p|--package|-n|--name|--with|--extra|--group|--python)$/);
    } else if ((name === 'docker' || name === 'podman') && rest.some((word) => word === 'exec' || word === 'run')) {
      // Options, then the container or service, then the program.
      rest = afterOptions(
        rest.slice(rest.findIndex((word) => word === 'exec' || word === 'run') + 1),
        /^-[ewuv]$|^--(?:env|user|workdir|volume|name)$/,
      ).slice(1);
      if (rest.length === 0) return words;
    } else if (name === 'php' || (name === 'node' && /node_modules/.test(rest[1] ?? ''))) {
      if (rest[1] === undefined || rest[1].startsWith('-')) return rest;
      rest = rest.slice(1);
    } else return rest;
  }
  return rest;
}

function afterOptions(words: ShellWords, withValue: RegExp): ShellWords {
  let at = 0;
  while (words[at]?.startsWith('-') && words[at] !== '-') {
    if (words[at] === '--') return words.slice(at + 1);
    at += withValue.test(words[at] as string) ? 2 : 1;
  }
  return words.slice(at);
}

/** The command line inside `bash -c '…'`. */
export function innerShellLine(words: ShellWords): string | undefined {
  if (!/^(?:.*\/)?(?:ba|z|da)?sh$/.test(words[0] ?? '')) return undefined;
  const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  return flag > 0 ? words[flag + 1] : undefined;
}

/** The command line inside `out=$(…)`, which ends as that does. */
export const substitutedLine = (words: ShellWords): string | undefined =>
  words.length === 1 ? /^\w+=\$\((.*)\)$/s.exec(words[0] as string)?.[1] : undefined;

const FOLDER_OPTION = /^(?:--prefix|-C|--cwd|--dir|--project|--manifest-path)$/;

/** The folder that an option names: `npm --prefix web test`, `make -C src`. */
export function folderOption(words: ShellWords): string | undefined {
  if (!words.some((word) => word.startsWith('-'))) return undefined;
  const at = words.findIndex((word) => FOLDER_OPTION.test(word));
  if (at > 0) return words[at + 1];
  return words.map((word) => /^(?:--prefix|--cwd|--dir)=(.+)$/.exec(word)?.[1]).find(Boolean);
}
