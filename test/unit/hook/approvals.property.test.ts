import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { supervisorMode } from '../../../src/commands/supervisor-mode.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { readWorkTree } from '../../../src/git/work-tree.ts';
import type { HookDependencies } from '../../../src/hook/dependencies.ts';
import { overruleVerdict } from '../../../src/hook/overrule.ts';
import { failed, type Verdict } from '../../../src/hook/rules/verdict.ts';
import { handleEvent } from '../../../src/hook/run.ts';
import { StateFiles } from '../../../src/hook/state-file.ts';
import { readSummaries } from '../../../src/hook/summaries.ts';
import { lastVerdict } from '../../../src/hook/verdicts.ts';
import { journalEntries } from '../../../src/journal/read.ts';
import type { JournalEntry } from '../../../src/journal/record.ts';
import { type EndedRun, endReport } from '../../../src/launch/end-of-run.ts';
import { hostTag } from '../../../src/platform/process-alive.ts';
import { runningProcess } from '../../../src/platform/process-ancestry.ts';
import { bySize } from '../../support/builds.ts';
import { temporaryFolder, write } from '../folder.ts';
import { ApprovalModel, type Client, Counts, type HandledEvent, SupervisionModel } from './approvals-model.ts';
import { judgeWith, reviewOf } from './fake-judge.ts';

/**
 * No stop is ever reported as approved that no reviewer approved for exactly that session, task and tree: over random
 * sequences of what users, workers and crashes do, with the real hook, its files and its journal, and the real report at
 * the end of a run. What may be reported is in `approvals-model.ts`.
 */

/**
 * The hook is called in this process, and which client an event belongs to is seen by the ancestors of the hook. So this
 * process stands for the nested client, its parent for the launched one, and the parent of that for the launcher.
 */
const PIDS: Record<Client, number> = { launched: process.ppid, nested: process.pid };
const TITLE = process.title;
let launcher: number;
let claude: string;
beforeAll(async () => {
  const parent = await runningProcess(process.ppid);
  const [program = '', script = ''] = parent?.args ?? [];
  claude = ['node', 'bun'].includes(basename(program)) ? script : program;
  launcher = parent?.parent ?? 0;
  process.title = 'claude';
});
afterAll(() => {
  process.title = TITLE;
});

const UUID = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const NESTED_SESSION = UUID(900);

/** What happens, and how often. */
const WEIGHTS = {
  stop: 7,
  'edit-in-review': 2,
  'edit-after-stop': 2,
  nested: 2,
  question: 1,
  compact: 1,
  prompt: 3,
  tool: 2,
  edit: 1,
  revert: 1,
  overrule: 2,
  on: 3,
  off: 1,
  clear: 1,
  resume: 2,
  'crash-in-review': 1,
  'crash-after-verdict': 1,
  'crash-before-journal': 1,
  rm: 1,
  forge: 3,
};
type Operation = keyof typeof WEIGHTS;
const OPERATIONS = Object.entries(WEIGHTS).flatMap(([operation, weight]) =>
  Array<Operation>(weight).fill(operation as Operation),
);

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Times are compared to the millisecond, and no user or worker is faster than that. */
async function nextMillisecond(): Promise<void> {
  for (const now = Date.now(); Date.now() === now; ) await setTimeout(1);
}

const assistant = (content: object[]) => ({ type: 'assistant', message: { role: 'assistant', content } });

const TURNED_ON = ['by the environment', 'by hand'] as const;

class World {
  private readonly dir = temporaryFolder();
  private readonly project = temporaryFolder();
  private readonly random: (below: number) => number;
  private readonly isOnByDefault: boolean;
  private sessions = 1;
  private prompts = 1;
  private launches = 1;
  private startedAt = new Date().toISOString();
  private edits = 0;
  private session = UUID(1);
  /** By content of the work. */
  private readonly fingerprints = new Map<string, string>();
  readonly history: string[] = [];
  private readonly approvals: ApprovalModel;
  private readonly supervision: SupervisionModel;

  constructor(seed: number, turnedOn: (typeof TURNED_ON)[number], counts: Counts) {
    this.random = numbers(seed);
    this.isOnByDefault = turnedOn === 'by the environment';
    this.approvals = new ApprovalModel(counts);
    this.supervision = new SupervisionModel(this.isOnByDefault, this.session, counts);
    write(
      join(this.dir, 'ccc.json'),
      JSON.stringify({
        supervisor: { skip_unchanged: true, max_iterations: 3 + this.random(6), stall_after: 2 * this.random(2) },
      }),
    );
    this.edit();
    this.startTranscript(this.session);
  }

  private get id() {
    return `launch-${this.launches}`;
  }
  private env(client: Client = 'launched') {
    return readEnv({
      CCC_CONFIG_DIR: this.dir,
      CLAUDE_CONFIG_DIR: join(this.dir, 'claude'),
      CCC_SUPERVISOR: this.isOnByDefault ? '1' : '',
      CCC_SUPERVISOR_ID: this.id,
      CLAUDECODE: '1',
      CLAUDE_CODE_SESSION_ID: this.sessionOf(client),
      CLAUDE_PROJECT_DIR: this.project,
      CLAUDE_PID: String(PIDS[client]),
      CCC_CLAUDE: claude,
      CCC_LAUNCH_SETTINGS: join(this.dir, 'ccc', `launch-${hostTag()}.${launcher}.settings.json`),
    });
  }
  private get paths() {
    return pathsOf(this.env());
  }
  private sessionOf(client: Client) {
    return client === 'nested' ? NESTED_SESSION : this.session;
  }
  private transcript(session: string) {
    return join(this.dir, 'claude', 'projects', 'p', `${session}.jsonl`);
  }
  private append(session: string, entry: object) {
    const line = {
      uuid: `u-${this.random(1e9)}`,
      parentUuid: null,
      cwd: this.project,
      timestamp: new Date().toISOString(),
    };
    mkdirSync(join(this.dir, 'claude', 'projects', 'p'), { recursive: true });
    appendFileSync(this.transcript(session), `${JSON.stringify({ ...line, ...entry })}\n`);
  }
  private startTranscript(session: string) {
    if (!existsSync(this.transcript(session)))
      this.append(session, { type: 'user', message: { role: 'user', content: `request of ${session}` } });
  }
  private edit(number = ++this.edits) {
    writeFileSync(join(this.project, 'work.txt'), `edit ${number}`);
  }
  private get tree() {
    return readFileSync(join(this.project, 'work.txt'), 'utf8');
  }
  private async fingerprint(): Promise<string> {
    const known = this.fingerprints.get(this.tree) ?? (await readWorkTree(this.project, this.env().all)).fingerprint;
    this.fingerprints.set(this.tree, known);
    return known;
  }
  private journal(): JournalEntry[] {
    return [...journalEntries(this.paths.journal)];
  }

  private async event(fields: object, { client = 'launched', crash = '', editsInReview = false }: EventOptions = {}) {
    const session = this.sessionOf(client);
    this.startTranscript(session);
    const input = { session_id: session, hook_event_name: 'Stop', prompt_id: `prompt-${this.prompts}`, ...fields };
    if (input.hook_event_name === 'Stop') this.append(session, assistant([{ type: 'text', text: 'It is done.' }]));
    const verdict = this.verdict();
    const env = this.env(client);
    const before = this.journal().length;
    let reviewed = false;
    let fingerprint = '';
    let approved: HandledEvent['approved'];
    const judge = judgeWith({
      env,
      cwd: this.project,
      elapsedMs: () => 1,
      review: async (request) => {
        reviewed = true;
        await request.evidence();
        fingerprint = await this.fingerprint();
        if (crash === 'in-review') throw new Error('killed');
        const { session_id, prompt_id = '' } = request.input;
        if (verdict.kind === 'allow') approved = { session: session_id, prompt: prompt_id, tree: this.tree };
        // By a process that the worker left behind.
        if (editsInReview) this.edit();
        return reviewOf(verdict);
      },
    });
    const needs: HookDependencies = {
      env,
      paths: () => pathsOf(env),
      redact: (text) => text,
      loadRedactionPatterns: async () => {},
      elapsedMs: () => {
        if (crash === 'before-journal' && reviewed) throw new Error('killed');
        return 1;
      },
      stdin: { isTerminal: async () => false, readAll: async () => JSON.stringify(input) },
      handleSignals: () => {},
      judge: async (...given) => {
        const real = await judge(...given);
        return {
          ...real,
          judgeEvent: async (request) => {
            const judged = await real.judgeEvent(request);
            if (crash === 'after-verdict') throw new Error('killed');
            return judged;
          },
        };
      },
    };
    const output = await handleEvent(undefined, needs).catch((error) => {
      if (error.message !== 'killed') throw error;
      return undefined;
    });
    const [line, ...more] = this.journal().slice(before);
    expect(more).toEqual([]);
    const answer = JSON.stringify(output ?? '');
    const handled = { client, input, answer, line, reviewed, approved, fingerprint, tree: this.tree };
    this.approvals.handled(handled);
    if (client === 'launched') this.supervision.handled(handled);
  }

  /** What `ccc status` would say now, and the launch if its client ended. */
  private async checkReports() {
    const summaryOf = await readSummaries(this.paths, this.env());
    for (const [client, id] of [
      ['launched', this.id],
      ['nested', NESTED_SESSION],
    ] as const) {
      this.approvals.checkStatus(id, summaryOf(id));
      const run: EndedRun = {
        supervisorId: id,
        clientPid: PIDS[client],
        startedAt: this.startedAt,
        beganSupervised: this.isOnByDefault,
        filesRemoved: false,
        withoutScreen: true,
        onTerminal: false,
        namedProvider: undefined,
        alreadyTold: [],
      };
      this.approvals.checkEnd(client, (await endReport(run, this.env(client), this.paths)).outcome, this.tree);
    }
  }

  private verdict(): Verdict {
    const verdicts: Verdict[] = [
      { kind: 'allow', feedback: 'fine' },
      { kind: 'allow', feedback: 'fine' },
      { kind: 'allow', feedback: 'fine' },
      { kind: 'block', feedback: 'add the tests' },
      { kind: 'block', feedback: 'add the tests' },
      { kind: 'block', feedback: `look at line ${this.random(99)} again` },
      failed('api', 'no answer'),
    ];
    return verdicts[this.random(verdicts.length)] as Verdict;
  }

  private tool(session: string) {
    this.approvals.toolUsed(session);
    const id = `t-${this.random(1e9)}`;
    this.append(session, assistant([{ type: 'tool_use', id, name: 'Bash', input: { command: 'true' } }]));
    // As the client does before it stops: a stop in the middle of a call is none.
    const result = [{ type: 'tool_result', tool_use_id: id, content: '' }];
    this.append(session, { type: 'user', message: { role: 'user', content: result } });
  }

  private async turn(to: 'on' | 'off') {
    await supervisorMode(to, { env: this.env(), paths: this.paths });
    this.supervision.turned(to, this.session);
  }

  private overrule() {
    const target = lastVerdict(this.session, this.paths);
    // Without that state it would be recorded under an earlier id of the session, and this one's status would not show it.
    if (!target || !existsSync(this.paths.state(target.supervisor_id))) return;
    const id = new StateFiles(this.paths, 'en').lastOf(this.session)?.id ?? target.supervisor_id;
    const context = { id, paths: this.paths, language: 'en' as const, redact: (text: string) => text };
    if (overruleVerdict(target, { why: 'no', by: 'ccc overrule' }, context)) this.approvals.overruled(target);
  }

  private forgeState() {
    const path = this.paths.state(this.id);
    if (!existsSync(path)) return;
    const state = JSON.parse(readFileSync(path, 'utf8'));
    const edits: Record<string, unknown>[] = [
      { enabled: false },
      { count: 0, settled_prompt_id: 'other' },
      { approved: { tree: state.objection?.tree ?? 'x', at: '2099-01-01T00:00:00.000Z' } },
      {
        overrule: {
          time: 'now',
          verdict: { time: 'now', verdict: 'block', event: 'Stop', tool: null },
          why: '',
          by: '/overrule',
          pass_pending: true,
        },
      },
    ];
    const edit = edits[this.random(edits.length)] ?? {};
    writeFileSync(path, JSON.stringify({ ...state, ...edit }));
    this.supervision.stateForged(this.session, edit.enabled === false);
  }

  async begin() {
    if (!this.isOnByDefault) await this.turn('on');
  }

  async step() {
    const operation = OPERATIONS[this.random(OPERATIONS.length)] as Operation;
    this.history.push(operation);
    await nextMillisecond();
    switch (operation) {
      case 'stop':
        await this.event({});
        break;
      case 'edit-in-review':
        await this.event({}, { editsInReview: true });
        break;
      case 'edit-after-stop':
        await this.event({});
        this.edit();
        break;
      case 'crash-in-review':
      case 'crash-after-verdict':
      case 'crash-before-journal':
        await this.event({}, { crash: operation.slice(6) });
        break;
      case 'question':
        await this.event({ hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion', tool_input: {} });
        break;
      case 'compact':
        await this.event({ hook_event_name: 'SubagentStop', agent_type: '' });
        break;
      case 'nested':
        await this.event({ prompt_id: `nested-${this.prompts}` }, { client: 'nested' });
        break;
      case 'prompt':
        this.prompts++;
        break;
      case 'tool':
        this.tool(this.session);
        break;
      case 'edit':
        this.tool(this.session);
        this.edit();
        break;
      case 'revert':
        // By a process that the worker left behind, to files that may have been approved once.
        this.edit(1 + this.random(this.edits));
        break;
      case 'off':
      case 'on':
        await this.turn(operation);
        break;
      case 'clear':
        this.session = UUID(++this.sessions);
        this.prompts++;
        this.supervision.cleared(this.session);
        break;
      case 'resume':
        this.launches++;
        this.startedAt = new Date().toISOString();
        this.approvals.launched();
        this.supervision.resumed(this.session);
        break;
      case 'overrule':
        this.overrule();
        break;
      case 'rm':
        rmSync(this.paths.state(this.id), { force: true });
        this.supervision.stateRemoved(this.session);
        break;
      case 'forge':
        this.forgeState();
        break;
    }
    await this.checkReports();
  }
}

interface EventOptions {
  client?: Client;
  crash?: string;
  editsInReview?: boolean;
}

describe.each(TURNED_ON)('supervision that was turned on %s', (turnedOn) => {
  const counts = new Counts();

  it.each(Array.from({ length: bySize(7, 50) }, (_, seed) => seed + 1))('sequence %i', async (seed) => {
    const world = new World(seed, turnedOn, counts);
    await world.begin();
    for (let step = 0; step < 40; step++) {
      try {
        await world.step();
      } catch (error) {
        throw new Error(`after ${world.history.join(', ')}: ${(error as Error).message}`, { cause: error });
      }
    }
  });

  it.each<[what: string, atLeast: number]>([
    ['allow review', 10],
    ['block review', 10],
    ['files changed during an approval', 2],
    ['allow unchanged', 5],
    ['unchanged since another task', 1],
    ['exit 0', 10],
    ['an answer after an approval', 2],
    ['other files after an approval', 2],
    ['overruled an approval', 1],
    ['edited to be off', 2],
    ['a decision about a nested client', 5],
    ...(turnedOn === 'by hand' ? [['resumed by its state alone', 2] as [string, number]] : []),
  ])('in these sequences happened: %s, at least %i times', (what, atLeast) =>
    expect(counts.of(what)).toBeGreaterThanOrEqual(atLeast),
  );
});
