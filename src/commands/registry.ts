import { version as programVersion } from '../../package.json';
import type { Declaration, Given } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { writeStdout } from '../platform/output.ts';
import { completion } from './declarations/completion.ts';
import { demo } from './declarations/demo.ts';
import { doctor } from './declarations/doctor.ts';
import { evidence } from './declarations/evidence.ts';
import { help, version } from './declarations/index.ts';
import { init } from './declarations/init.ts';
import { install, uninstall } from './declarations/install.ts';
import { patch } from './declarations/patch.ts';
import { provider } from './declarations/provider.ts';
import { review } from './declarations/review.ts';
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
  /** Its `run` still reads the words by itself. */
  readsWords?: true;
}

const command = <D extends Declaration>(declaration: D, load: () => Promise<{ run: Run<Given<D>> }>): Command => ({
  declaration,
  load,
});

const wordy = (declaration: Declaration, load: () => Promise<{ run: Run<string[]> }>): Command => ({
  declaration,
  load,
  readsWords: true,
});

export const COMMANDS: readonly Command[] = [
  wordy(demo, () => import('./demo.ts')),
  wordy(review, () => import('./review/review.ts')),
  wordy(evidence, () => import('./evidence.ts')),
  wordy(status, () => import('./status.ts')),
  wordy(statusline, () => import('./statusline.ts')),
  wordy(init, () => import('./init.ts')),
  wordy(trust, () => import('./trust.ts')),
  wordy(provider, () => import('./provider/provider.ts')),
  wordy(validate, () => import('./validate.ts')),
  wordy(install, () => import('./install.ts')),
  wordy(uninstall, () => import('./uninstall.ts')),
  wordy(patch, () => import('./patch.ts')),
  wordy(doctor, () => import('./doctor.ts')),
  wordy(completion, () => import('./completion.ts')),
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
