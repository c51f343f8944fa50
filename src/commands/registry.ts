import { version as programVersion } from '../../package.json';
import type { Declaration, ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { writeStdout } from '../platform/output.ts';
import { audit } from './declarations/audit.ts';
import { clean } from './declarations/clean.ts';
import { completion } from './declarations/completion.ts';
import { dashboard } from './declarations/dashboard.ts';
import { demo } from './declarations/demo.ts';
import { doctor } from './declarations/doctor.ts';
import { evaluate, evaluateAdd } from './declarations/eval.ts';
import { evidence } from './declarations/evidence.ts';
import { help, version } from './declarations/index.ts';
import { init } from './declarations/init.ts';
import { install, uninstall } from './declarations/install.ts';
import { log } from './declarations/log.ts';
import { overrule } from './declarations/overrule.ts';
import { patch } from './declarations/patch.ts';
import { providerAdd, providerList, providerRemove, providerShow, providerUse } from './declarations/provider.ts';
import { report } from './declarations/report.ts';
import { review } from './declarations/review.ts';
import { stats } from './declarations/stats.ts';
import { status, statusline } from './declarations/status.ts';
import { trust } from './declarations/trust.ts';
import { validate } from './declarations/validate.ts';
import { helpOn } from './help.ts';

/** Returns the exit code. */
type Run<G> = (given: G, env: Env) => number | Promise<number>;

/** A command with what runs it, which is loaded only when it is called. */
export interface Command {
  declaration: Declaration;
  load: () => Promise<{ run: Run<never> }>;
  /** Whether it changes what only the user may change, with these arguments: then it is refused inside a session. */
  isUsersAlone: (given: never) => boolean;
}

const command = <D extends Declaration>(
  declaration: D,
  load: () => Promise<{ run: Run<ParsedArguments<D>> }>,
  isUsersAlone: (given: ParsedArguments<D>) => boolean = () => false,
): Command => ({
  declaration,
  load,
  isUsersAlone,
});

const always = () => true;
const unlessDryRun = ({ dryRun }: { dryRun: boolean }) => !dryRun;

export const COMMANDS: readonly Command[] = [
  command(demo, () => import('./demo.ts')),
  command(audit, () => import('./audit.ts')),
  command(review, () => import('./review/review.ts')),
  command(evidence, () => import('./evidence.ts')),
  command(evaluate, () => import('./eval/eval.ts')),
  command(evaluateAdd, () => import('./eval/add.ts')),
  command(status, () => import('./status.ts')),
  command(log, () => import('./log.ts')),
  command(dashboard, () => import('./dashboard.ts')),
  command(report, () => import('./report.ts')),
  command(stats, () => import('./stats.ts')),
  command(overrule, () => import('./overrule.ts')),
  command(statusline, () => import('./statusline.ts')),
  command(init, () => import('./init.ts')),
  command(trust, () => import('./trust.ts')),
  command(providerList, async () => ({ run: (await import('./provider/list.ts')).list })),
  command(providerAdd, async () => ({ run: (await import('./provider/add.ts')).add }), always),
  command(providerRemove, async () => ({ run: (await import('./provider/use.ts')).remove }), always),
  command(providerUse, async () => ({ run: (await import('./provider/use.ts')).use }), always),
  command(providerShow, async () => ({ run: (await import('./provider/list.ts')).show })),
  command(validate, () => import('./validate.ts')),
  command(install, () => import('./install.ts'), unlessDryRun),
  command(uninstall, () => import('./uninstall.ts'), unlessDryRun),
  command(
    patch,
    () => import('./patch.ts'),
    (given) => !given.status && !given.dryRun,
  ),
  command(doctor, () => import('./doctor.ts')),
  // Without its state, a session that is resumed later is no longer supervised.
  command(clean, () => import('./clean.ts'), unlessDryRun),
  command(completion, () => import('./completion.ts')),
  command(help, async () => ({
    run: (given, env) => {
      writeStdout(helpOn(given.command, env.language));
      return 0;
    },
  })),
  command(version, async () => ({
    run: () => {
      writeStdout(`${programVersion}\n`);
      return 0;
    },
  })),
];
