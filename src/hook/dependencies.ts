import type { Config } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { deliver } from '../deliver/deliver.ts';
import { currentFolder } from '../platform/folders.ts';
import { plainTextOnly, type Redact, secretsIn } from '../platform/known-secrets.ts';
import type { Log } from '../platform/log.ts';
import { isRunning } from '../platform/process-alive.ts';
import type { SecretStore } from '../platform/redact.ts';
import type { ApiWait } from '../review/patience.ts';
import type { SdkReviewer } from '../review/run.ts';
import type { Judge } from './judge.ts';
import type { SeenSettings } from './rules/watched.ts';
import { processStdin, type Stdin } from './stdin.ts';

/** Everything the hook needs from outside. */
export interface HookDependencies {
  env: Env;
  /** A function, because without a home folder there are none, and inside a review that must not matter. */
  paths(): Paths;
  stdin: Stdin;
  redact: Redact;
  /** To be awaited before `redact` gets any text that is not plain, which it masks until then. */
  loadRedactionPatterns(): Promise<void>;
  /** Values that `redact` has to hide as well, from here on. Absent: it knows all there are. */
  addSecrets?(secrets: Iterable<string>): void;
  /** Milliseconds since the hook process started. */
  elapsedMs(): number;
  /** Tells `on_event` and telemetry of a line of the journal; returns at once. Absent: nobody is told. */
  deliver?(written: string, context: { config: Config; paths: Paths }): void;
  /** From here on a signal interrupts the judging, and no longer ends the process. */
  handleSignals(): void;
  /** Reads what decides how the session is supervised; called only if it is. Absent: nothing is watched. `cwd` is the worker's. */
  seeSettings?(paths: Paths, cwd: string | undefined): Promise<SeenSettings>;
  /** Loads what reads files and starts the client; called only if there is something to judge. Handles signals too. */
  judge(log: Log, paths: Paths, onWait: (wait: ApiWait) => void): Promise<Judge>;
}

export interface ProcessDependencies extends HookDependencies {
  /** Starts what is still to be told to others, and ends what an interrupted review has left running. To be called once the event has been answered. */
  end(): Promise<void>;
}

/** The dependencies of the real hook: this process, its streams and its environment. */
export function processDependencies(env: Env): ProcessDependencies {
  const known = new Set(secretsIn(env.all));
  let plain = plainTextOnly(known);
  let secrets: SecretStore | undefined;
  // The patterns take longer to load than everything else that an unjudged event needs.
  const loadSecrets = async () => {
    const { secretStore } = await import('../platform/redact.ts');
    secrets ??= secretStore(known);
    return secrets;
  };
  // Node loads `performance` when it is first used, which takes longer than anything else that an unjudged event needs.
  const elapsedMs = () => process.uptime() * 1000;
  let reviewer: SdkReviewer | undefined;
  const deliveries: Promise<void>[] = [];
  let firstSignal: Promise<string> | undefined;
  const interruptedBy = () => {
    firstSignal ??= firstEndingSignal();
    return firstSignal;
  };
  return {
    env,
    paths: () => pathsOf(env),
    stdin: processStdin,
    redact: (text) => (secrets?.redact ?? plain)(text),
    addSecrets: (more) => {
      for (const secret of more) known.add(secret);
      plain = plainTextOnly(known);
      secrets?.add(known);
    },
    loadRedactionPatterns: async () => void (await loadSecrets()),
    elapsedMs,
    deliver: (written, { config, paths }) => void deliveries.push(deliver(written, { config, env, paths })),
    handleSignals: () => void interruptedBy(),
    seeSettings: async (paths, cwd) => (await import('./judge-bundle.ts')).seeSettings(env, paths, cwd),
    judge: async (log, paths, onWait) => {
      const interrupted = Promise.race([interruptedBy(), clientEnded(env.clientPid ?? process.ppid)]);
      const bundle = await import('./judge-bundle.ts');
      const shared = { env, paths, log, cwd: currentFolder(), elapsedMs, interruptedBy: interrupted, onWait };
      reviewer = bundle.sdkReviewer(shared);
      const dependencies = { ...shared, addSecrets: (await loadSecrets()).add, review: reviewer.review };
      return {
        locateProject: (request) => bundle.locateProject(request, dependencies),
        isUnchanged: (request) => bundle.isUnchanged(request, dependencies),
        judgeEvent: (request) => bundle.judgeEvent(request, dependencies),
      };
    },
    end: async () => {
      await Promise.all(deliveries);
      await reviewer?.end();
    },
  };
}

/** Every signal that would end the process by itself and can be caught. */
const ENDING_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGALRM', 'SIGUSR2', 'SIGXCPU'] as const;

/** From here on these signals interrupt the judging: the journal has to be written, and the reviewer ended. */
function firstEndingSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ENDING_SIGNALS) process.on(signal, () => resolve(signal));
  });
}

const CLIENT_POLL_MS = 1_000;

/** A client that is killed takes no hook with it, and nobody would read the answer: the review would go on for nothing. */
function clientEnded(pid: number): Promise<string> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isRunning(pid)) return;
      clearInterval(timer);
      resolve('client-ended');
    }, CLIENT_POLL_MS);
    timer.unref();
  });
}
