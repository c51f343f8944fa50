import type { Env } from '../config/env.ts';
import { Problem } from '../problem.ts';
import { nearest } from '../words/nearest.ts';
import { providerCommandWords } from '../words/provider-command.ts';
import { providerHelp } from '../words/provider-help.ts';

export const help = providerHelp;

type Run = (argv: string[], env: Env) => Promise<number>;

const SUBCOMMANDS: Record<string, () => Promise<Run>> = {
  list: async () => (await import('./provider-list.ts')).list,
  add: async () => (await import('./provider-add.ts')).add,
  remove: async () => (await import('./provider-use.ts')).remove,
  use: async () => (await import('./provider-use.ts')).use,
  show: async () => (await import('./provider-list.ts')).show,
};

export async function run(argv: string[], env: Env): Promise<number> {
  const words = providerCommandWords[env.language];
  const [name = 'list', ...rest] = argv[0]?.startsWith('-') ? ['list', ...argv] : argv;
  const names = Object.keys(SUBCOMMANDS);
  if (!names.includes(name))
    throw new Problem(words.unknownSubcommand(name), words.knownSubcommands(names, nearest(name, names)), 2);
  return (await (SUBCOMMANDS[name] as () => Promise<Run>)())(rest, env);
}
