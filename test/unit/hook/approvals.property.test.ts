import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { supervisorMode } from '../../../src/commands/supervisor-mode.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import type { HookDependencies } from '../../../src/hook/dependencies.ts';
import { type JournalEntry, journalLines, lastVerdict } from '../../../src/hook/journal.ts';
import { overruleVerdict } from '../../../src/hook/overrule.ts';
import { failed, type Verdict } from '../../../src/hook/rules/verdict.ts';
import { handleEvent } from '../../../src/hook/run.ts';
import { readSummaries } from '../../../src/hook/summaries.ts';
import { runOutcome } from '../../../src/launch/run-outcome.ts';
import { hostTag } from '../../../src/platform/process-alive.ts';
import { runningProcess } from '../../../src/platform/process-ancestry.ts';
import { bySize } from '../../support/builds.ts';
import { temporaryFolder, write } from '../folder.ts';
import { judgeWith, reviewOf } from './fake-judge.ts';

/**
 * No stop is ever reported as approved that no reviewer approved for exactly that session, task and tree: over random
 * sequences of what users, workers and crashes do, with the real hook, its files and its journal. The model knows nothing
 * of states: it only writes down what its reviewer was asked about and what it said.
 */
interface Approval {
  session: string;
  prompt: string;
  tree: string;
}

/** This process stands for the launched client, its parent for the launcher, and a child of its for a nested client. */
let nestedClient: ChildProcess;
let ownProgram: string;
beforeAll(async () => {
  nestedClient = spawn('sleep', ['600'], { stdio: 'ignore' });
  const [program = '', script = ''] = (await runningProcess(process.pid))?.args ?? [];
  ownProgram = ['node', 'bun'].includes(basename(program)) ? script : program;
});
afterAll(() => nestedClient.kill());

const UUID = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const OPERATIONS = [
  ...['stop', 'stop', 'stop', 'stop', 'prompt', 'tool', 'edit', 'question', 'off', 'on', 'nested', 'nested', 'clear'],
  ...['resume', 'compact', 'overrule', 'crash-in-review', 'crash-after-verdict', 'crash-before-journal', 'rm', 'forge'],
] as const;
type Operation = (typeof OPERATIONS)[number];

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class World {
  private readonly dir = temporaryFolder();
  private readonly project = temporaryFolder();
  private readonly random: (below: number) => number;
  private sessions = 1;
  private prompts = 1;
  private launches = 1;
  private edits = 0;
  private session = UUID(1);
  private nestedSession = UUID(900);
  readonly history: string[] = [];
  /** Everything that the reviewer has approved. */
  private readonly approvals: Approval[] = [];
  /** What it approved in the event that is being handled. */
  private approvedNow: Approval | undefined;
  /** Of every session: what the last tool call or edit was made after. */
  private readonly usedToolsSince = new Map<string, boolean>();
  /** Of every supervisor id: whether the last event that anybody judged was approved, as the model saw it. */
  private readonly lastWasApproval = new Map<string, boolean>();

  /** The same of the last stop, judged or not. */
  private readonly lastStopApproved = new Map<string, boolean>();

  constructor(seed: number) {
    this.random = numbers(seed);
    write(
      join(this.dir, 'ccc.json'),
      JSON.stringify({
        supervisor: { skip_unchanged: true, max_iterations: 2 + this.random(4), stall_after: 2 * this.random(2) },
      }),
    );
    this.edit();
    this.startTranscript(this.session);
  }

  private get id() {
    return `launch-${this.launches}`;
  }
  private env(nested: boolean) {
    return readEnv({
      CCC_CONFIG_DIR: this.dir,
      CLAUDE_CONFIG_DIR: join(this.dir, 'claude'),
      CCC_SUPERVISOR: '1',
      CCC_SUPERVISOR_ID: this.id,
      CLAUDECODE: '1',
      CLAUDE_PROJECT_DIR: this.project,
      CLAUDE_PID: String(nested ? nestedClient.pid : process.pid),
      CCC_CLAUDE: ownProgram,
      CCC_LAUNCH_SETTINGS: join(this.dir, 'ccc', `launch-${hostTag()}.${process.ppid}.settings.json`),
    });
  }
  private get paths() {
    return pathsOf(this.env(false));
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
  private edit() {
    writeFileSync(join(this.project, 'work.txt'), `edit ${++this.edits}`);
  }
  private get tree() {
    return readFileSync(join(this.project, 'work.txt'), 'utf8');
  }
  private journal(): JournalEntry[] {
    if (!existsSync(this.paths.journal)) return [];
    const lines = readFileSync(this.paths.journal, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line)).filter(({ verdict }) => verdict !== undefined);
  }

  private async event(fields: object, { nested = false, crash = '' } = {}) {
    const session = nested ? this.nestedSession : this.session;
    this.startTranscript(session);
    const input = { session_id: session, hook_event_name: 'Stop', prompt_id: `prompt-${this.prompts}`, ...fields };
    const verdict = this.verdict();
    const env = this.env(nested);
    const before = this.journal().length;
    this.approvedNow = undefined;
    let reviewed = false;
    const judge = judgeWith({
      env,
      cwd: this.project,
      elapsedMs: () => 1,
      review: async (request) => {
        reviewed = true;
        if (crash === 'in-review') throw new Error('killed');
        if (verdict.kind === 'allow') {
          const { session_id, prompt_id = '' } = request.input;
          this.approvedNow = { session: session_id, prompt: prompt_id, tree: this.tree };
          this.approvals.push(this.approvedNow);
        }
        return reviewOf(verdict);
      },
    });
    const needs: HookDependencies = {
      env,
      paths: () => pathsOf(env),
      redact: (text) => text,
      elapsedMs: () => {
        if (crash === 'before-journal' && reviewed) throw new Error('killed');
        return 1;
      },
      stdin: { isTerminal: async () => false, readAll: async () => JSON.stringify(input) },
      handleSignals: () => {},
      judge: async (log, paths) => {
        const real = await judge(log, paths);
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
    this.check(output, input, this.journal().slice(before), reviewed);
  }

  /** The model's word on what was reported. */
  private check(
    output: unknown,
    input: { session_id: string; prompt_id: string; hook_event_name: string },
    lines: JournalEntry[],
    reviewed: boolean,
  ) {
    const told = JSON.stringify(output ?? '');
    const isApproved = this.approvedNow !== undefined;
    if (told.includes('reviewed and approved')) {
      expect(this.approvedNow).toEqual({ session: input.session_id, prompt: input.prompt_id, tree: this.tree });
    }
    expect(lines.length).toBeLessThanOrEqual(1);
    for (const line of lines) {
      expect(line.session_id).toBe(input.session_id);
      if (line.verdict === 'allow' && line.cause === 'review') {
        expect(isApproved).toBe(true);
        expect(line.prompt_id).toBe(input.prompt_id);
      }
      if (line.cause === 'unchanged') {
        const same = this.approvals.some((one) => one.session === input.session_id && one.tree === this.tree);
        expect(same).toBe(true);
        expect(this.usedToolsSince.get(input.session_id)).toBe(false);
      }
      // A status is about the last judgement; that a round limit let a stop through since is its mode.
      if (reviewed || ['stall', 'overruled', 'budget'].includes(line.cause))
        this.lastWasApproval.set(line.supervisor_id, isApproved && line.verdict === 'allow' && line.cause === 'review');
      if (input.hook_event_name === 'Stop')
        this.lastStopApproved.set(line.supervisor_id, isApproved && line.cause === 'review');
      // Under the parent's id there is no line of a nested session, and the other way round.
      if (line.session_id === this.nestedSession) expect(line.supervisor_id).not.toMatch(/^launch-/);
    }
    if (isApproved && lines.length > 0 && input.hook_event_name === 'Stop')
      this.usedToolsSince.set(input.session_id, false);
  }

  /** What `ccc status` and the closing line would say. */
  private async checkSummaries() {
    const summaryOf = await readSummaries(this.paths, this.env(false));
    for (const id of [this.id, this.nestedSession]) {
      const { last } = summaryOf(id);
      if (last?.outcome === 'allow') expect([id, this.lastWasApproval.get(id)]).toEqual([id, true]);
      const lines = [...journalLines(this.paths.journal)].filter((line) => line.supervisor_id === id);
      // The last stop alone decides, and only an approval that nobody overruled since is one.
      if (runOutcome(lines, () => false).kind === 'approved')
        expect([id, this.lastStopApproved.get(id)]).toEqual([id, true]);
    }
  }

  private verdict(): Verdict {
    const verdicts: Verdict[] = [
      { kind: 'allow', feedback: 'fine' },
      { kind: 'block', feedback: 'add the tests' },
      { kind: 'block', feedback: 'add the tests' },
      { kind: 'block', feedback: `look at line ${this.random(99)} again` },
      failed('api', 'no answer'),
    ];
    return verdicts[this.random(verdicts.length)] as Verdict;
  }

  private tool(session: string) {
    this.usedToolsSince.set(session, true);
    const id = `t-${this.random(1e9)}`;
    const content = [{ type: 'tool_use', id, name: 'Bash', input: { command: 'true' } }];
    this.append(session, { type: 'assistant', message: { role: 'assistant', content } });
    // As the client does before it stops: a stop in the middle of a call is none.
    const result = [{ type: 'tool_result', tool_use_id: id, content: '' }];
    this.append(session, { type: 'user', message: { role: 'user', content: result } });
  }

  private forge() {
    const path = this.paths.state(this.id);
    if (!existsSync(path)) return;
    const state = JSON.parse(readFileSync(path, 'utf8'));
    const forged = [
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
    writeFileSync(path, JSON.stringify({ ...state, ...forged[this.random(forged.length)] }));
  }

  async step() {
    const operation: Operation = OPERATIONS[this.random(OPERATIONS.length)] as Operation;
    this.history.push(operation);
    const mode = (to: 'on' | 'off') => supervisorMode(to, { env: this.env(false), paths: this.paths });
    switch (operation) {
      case 'stop':
        await this.event({});
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
        await this.event({ prompt_id: `nested-${this.prompts}` }, { nested: true });
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
      case 'off':
      case 'on':
        await mode(operation);
        break;
      case 'clear':
        this.session = UUID(++this.sessions);
        this.prompts++;
        break;
      case 'resume':
        this.launches++;
        break;
      case 'overrule': {
        const target = lastVerdict(this.session, this.paths);
        const context = { id: this.id, paths: this.paths, language: 'en' as const, redact: (text: string) => text };
        if (!target || target.overruled || !overruleVerdict(target, { why: 'no', by: 'ccc overrule' }, context)) break;
        this.lastWasApproval.set(target.supervisor_id, false);
        if (target.event === 'Stop') this.lastStopApproved.set(target.supervisor_id, false);
        break;
      }
      case 'rm':
        rmSync(this.paths.state(this.id), { force: true });
        break;
      case 'forge':
        this.forge();
        break;
    }
    await this.checkSummaries();
  }
}

it.each(Array.from({ length: bySize(12, 100) }, (_, seed) => seed + 1))('sequence %i', async (seed) => {
  const world = new World(seed);
  for (let step = 0; step < 30; step++) {
    try {
      await world.step();
    } catch (error) {
      throw new Error(`after ${world.history.join(', ')}: ${(error as Error).message}`, { cause: error });
    }
  }
});
