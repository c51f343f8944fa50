import type { Env } from '../../config/env.ts';
import { providerCommandMessages } from '../../i18n/provider-command.ts';
import { nearest } from '../../platform/nearest-name.ts';
import { UserError } from '../../platform/user-error.ts';

type Run = (argv: string[], env: Env) => Promise<number>;

const SUBCOMMANDS: Record<string, () => Promise<Run>> = {
  list: async () => (await import('./list.ts')).list,
  add: async () => (await import('./add.ts')).add,
  remove: async () => (await import('./use.ts')).remove,
  use: async () => (await import('./use.ts')).use,
  show: async () => (await import('./list.ts')).show,
};

export async function run(argv: string[], env: Env): Promise<number> {
  const messages = providerCommandMessages[env.language];
  const [name = 'list', ...rest] = argv[0]?.startsWith('-') ? ['list', ...argv] : argv;
  const names = Object.keys(SUBCOMMANDS);
  if (!names.includes(name))
    throw new UserError(messages.unknownSubcommand(name), messages.knownSubcommands(names, nearest(name, names)), 2);
  return (await (SUBCOMMANDS[name] as () => Promise<Run>)())(rest, env);
}
