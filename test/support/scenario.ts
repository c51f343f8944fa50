import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { isReviewRequest, repliesByRole, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { type Build, IS_FULL } from './builds.ts';
import { NO_API, Sandbox, type Session } from './sandbox.ts';
import {
  type ApiRequest,
  type Reply,
  type Script,
  type ScriptedApi,
  startScriptedApi,
  textReply,
} from './scripted-api.ts';

/** The scripted API of the test that runs: a new server for each, which never hears a client of an earlier test. */
export class TestApi {
  private server: ScriptedApi | undefined;

  async open(script: Script): Promise<void> {
    this.server = await startScriptedApi(script);
  }
  async close(): Promise<void> {
    await this.server?.close();
    this.server = undefined;
  }
  private get current(): ScriptedApi {
    if (!this.server) throw new Error('the scripted API runs only during a test');
    return this.server;
  }

  get url(): string {
    return this.current.url;
  }
  get requests(): ApiRequest[] {
    return this.current.requests;
  }
  get script(): Script {
    return this.current.script;
  }
  set script(script: Script) {
    this.current.script = script;
  }

  /** What worker and reviewer answer, each in order; the last answer is repeated. */
  setReplies(scripted: ScriptedReplies<Reply>): void {
    this.script = repliesByRole(scripted);
  }
  /** What reviewers have asked. */
  reviews(): ApiRequest[] {
    return this.requests.filter(isReviewRequest);
  }
  /** What the worker has asked; small requests without tools, for a title, are not counted. */
  workerRequests(): ApiRequest[] {
    return this.requests.filter((request) => !isReviewRequest(request) && request.body.tools?.length);
  }
  /** Every header that was sent here, as one text to look for keys in. */
  headers(): string {
    return JSON.stringify(this.requests.map((request) => request.headers));
  }
}

/** A scripted API for each test of the surrounding `describe`. */
export function useApi(script: Script = () => textReply('ok')): TestApi {
  const api = new TestApi();
  beforeEach(() => api.open(script));
  afterEach(() => api.close());
  return api;
}

/** A sandbox for each test of the surrounding `describe`, with nobody at its API. */
export function useSandbox(build: Build, apiUrl: () => string = () => NO_API): Sandbox {
  const box = new Sandbox(build);
  beforeEach(() => box.open(apiUrl()));
  afterEach(() => box.close());
  return box;
}

/** Sends the worker back without a reviewer, which would be one more client to start; also where nothing was written. */
export const RED_CHECK = { name: 'red', run: 'false', always: true } as const;

/**
 * What the journal has of a session that is judged at both of its stops: by reviews, in a short run by RED_CHECK and a
 * limit of one round. A hook that ran twice would add lines.
 */
export const JUDGED_TWICE: readonly string[] = IS_FULL
  ? ['block review', 'allow review']
  : ['block check', 'allow limit'];

export interface ScenarioOptions {
  /** What the API answers until the test says otherwise. */
  script?: Script;
  /** Supervision is on for every session. */
  supervised?: boolean;
  /** Events for which the user's settings start our hook, as after `ccc install`. */
  hooks?: string[];
}

/**
 * The real client, a scripted API and a sandbox for each test of the surrounding `describe`. Both objects are the same
 * in every test; what is behind them is new.
 */
export function useScenario(build: Build, { script, supervised = false, hooks }: ScenarioOptions = {}) {
  const api = useApi(script);
  const box = useSandbox(build, () => api.url);
  beforeEach(() => {
    if (supervised) box.env.CCC_SUPERVISOR = '1';
    if (hooks) box.registerHooks(hooks);
  });
  return { api, box };
}

/** The files that the client wrote for a session, and the sandbox it wrote them in. */
interface Recording {
  session_id: string;
  dir: string;
  files: [path: string, text: string][];
}

/**
 * A session that the real client holds once for the whole test file. Each test gets its transcript as if it had been
 * held in its own sandbox, which saves the start of a client.
 */
export function recordedSession(worker: ScriptedReplies<Reply>['worker'], args: string[] = [], prompt?: string) {
  let recording: Recording | undefined;

  async function record({ build }: Sandbox): Promise<Recording> {
    const api = await startScriptedApi(repliesByRole({ worker, reviewer: [] }));
    const box = new Sandbox(build, api.url);
    try {
      const { session_id } = await box.work(args, prompt);
      const files = box
        .files(box.home)
        .map((path): [string, string] => [relative(box.dir, path), readFileSync(path, 'utf8')]);
      return { session_id, dir: box.dir, files };
    } finally {
      await box.close();
      await api.close();
    }
  }

  return async (box: Sandbox): Promise<Session> => {
    recording ??= await record(box);
    const { session_id, dir, files } = recording;
    const moved = (text: string) => text.replaceAll(dir, box.dir).replaceAll(projectName(dir), projectName(box.dir));
    for (const [path, text] of files) box.write(moved(path), withOtherIds(moved(text)));
    return { session_id, transcript: box.transcriptOf(session_id) };
  };
}

/** The scripted API counts its ids from one again in the test that uses the recording. */
const withOtherIds = (text: string) => text.replaceAll(/"(toolu|msg)_(?=\d)/g, '"$1_recorded_');

/** The client names the folder of a project's sessions after its path. */
const projectName = (path: string) => path.replaceAll(/[^A-Za-z0-9]/g, '-');
