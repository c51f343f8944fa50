import { randomBytes } from 'node:crypto';
import { closeSync } from 'node:fs';
import type { Env, Variables } from '../config/env.ts';
import { NETWORK_VARIABLES } from '../config/guarded-variables.ts';
import { ownCommand } from '../config/own-program.ts';
import type { Paths } from '../config/paths.ts';
import { openUnnamed } from '../platform/private-file.ts';
import { startVariables } from '../platform/process-variables.ts';
import { start } from '../platform/spawn.ts';
import { DELIVER, type DeliveryJob } from './job.ts';

/**
 * Starts `ccc __deliver` in a session of its own, away from the repository. Its stdin is a file that has no name any more:
 * a hook that is killed the next moment has handed over everything, which a pipe would not promise. Its name is random: a
 * pipe in its place would hold the hook for ever, and a link would get the record.
 */
export function startDelivery(
  job: DeliveryJob,
  telemetry: Readonly<Record<string, string>> | undefined,
  { env, paths }: { env: Env; paths: Paths },
): void {
  const stdin = openUnnamed(paths.delivery(randomBytes(16).toString('hex')), JSON.stringify(job));
  try {
    const [program, ...args] = ownCommand();
    const variables = { ...plainVariables(env), ...telemetry };
    const child = start(program, [...args, DELIVER], {
      stdio: [stdin, 'ignore', 'ignore'],
      cwd: env.home ?? '/',
      env: variables,
      ownGroup: true,
    });
    child.unref();
  } finally {
    closeSync(stdin);
  }
}

/** What programs need to run, to reach a desktop and to reach the network. */
const PLAIN =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LC_\w+|TMPDIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_\w+|SSL_CERT_FILE|SSL_CERT_DIR)$/;

/**
 * The user's own, as the client was started with, where that is known: the hook also has what a repository's settings
 * set, and with many of those (`PYTHONPATH`, `CURL_HOME`) a repository would decide what the user's command does.
 */
function plainVariables({ all, clientPid }: Env): Variables {
  const own = (clientPid !== undefined && startVariables(clientPid)) || all;
  return Object.fromEntries(
    Object.entries(own).filter(([name]) => PLAIN.test(name) || NETWORK_VARIABLES.includes(name)),
  );
}
