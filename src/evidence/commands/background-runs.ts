import { stringField } from '../../transcript/entry.ts';
import type { RunOutcome } from '../evidence.ts';
import type { Moment } from '../moment.ts';
import { type CommandCall, type CommandEnd, startAndEnd } from './command-end.ts';

/** A background command, until something says how it ended. */
interface BackgroundRun {
  run: CommandCall;
  began: Moment;
  taskId: string | undefined;
  ended: { outcome: RunOutcome; at: Moment } | undefined;
}

type Finish = (run: CommandCall, end: CommandEnd, ended: Moment, began: Moment) => void;

const MAX_RUNS = 1_000;
/** Tools that show what a background command has printed. */
const OUTPUT_TOOLS = new Set(['BashOutput', 'TaskOutput', 'AgentOutputTool', 'Read']);
const OUTPUT_FILE = /\/tasks\/([\w-]+)\.output$/;

/** Commands in the background, and what later calls and notifications show of them. */
export class BackgroundRuns {
  private readonly byCall = new Map<string, BackgroundRun>();
  /** Something is told of one whose start was not read. */
  hasUnknown = false;

  constructor(private readonly finish: Finish) {}

  start(callId: string, run: CommandCall, taskId: string | undefined, began: Moment): void {
    if (this.byCall.size < MAX_RUNS) this.byCall.set(callId, { run, began, taskId, ended: undefined });
  }

  isShownBy(tool: string, input: unknown): boolean {
    if (this.byCall.size === 0 || !OUTPUT_TOOLS.has(tool)) return false;
    return tool !== 'Read' || OUTPUT_FILE.test(stringField(input, 'file_path') ?? '');
  }

  /** The result of a tool that shows its output. */
  onOutput(input: unknown, text: string, now: Moment): void {
    const id =
      stringField(input, 'bash_id') ??
      stringField(input, 'task_id') ??
      stringField(input, 'agentId') ??
      OUTPUT_FILE.exec(stringField(input, 'file_path') ?? '')?.[1];
    const status = /<status>(\w+)<\/status>/.exec(text)?.[1];
    const exit = /<exit_code>(-?\d+)<\/exit_code>/.exec(text)?.[1];
    if (id === undefined || status === 'running') return;
    if (exit === undefined) this.refine(id, text);
    else {
      const outcome: RunOutcome = Number(exit) === 0 ? { kind: 'ok' } : { kind: 'failed', exit: Number(exit) };
      this.end(id, { outcome, output: startAndEnd(text) }, now);
    }
  }

  /** `tail …/tasks/b1.output`: a command printed what another has printed in the background. */
  onCommand(command: string, end: CommandEnd): void {
    const shown = this.byCall.size > 0 ? /\/tasks\/([\w-]+)\.output\b/.exec(command)?.[1] : undefined;
    if (shown !== undefined && end.outcome.kind === 'ok') this.refine(shown, end.output);
  }

  end(id: string, end: CommandEnd, at: Moment): void {
    const known = this.byCall.get(id) ?? this.byTask(id);
    if (!known) this.hasUnknown = true;
    if (!known || known.ended) return;
    known.ended = { outcome: end.outcome, at };
    this.finish(known.run, end, at, known.began);
  }

  /** What it printed may tell how it ended where its status does not. */
  private refine(taskId: string, output: string): void {
    const known = this.byTask(taskId);
    if (!known) this.hasUnknown = true;
    if (!known?.ended) return;
    const { outcome, at } = known.ended;
    this.finish(known.run, { outcome, output: startAndEnd(output) }, at, known.began);
  }

  private byTask(id: string): BackgroundRun | undefined {
    return [...this.byCall.values()].find(({ taskId }) => taskId === id);
  }
}
