import { expect } from 'vitest';
import type { Summary } from '../../../src/hook/rules/summary.ts';
import type { PastVerdict } from '../../../src/hook/verdicts.ts';
import type { JournalEntry } from '../../../src/journal/record.ts';
import { approvalExitCode, type RunOutcome } from '../../../src/launch/run-outcome.ts';

/** What the reviewer approved: the files as they were when it was asked. */
interface Approval {
  session: string;
  prompt: string;
  tree: string;
}

/** The client that was launched, and one that was started within it. */
export type Client = 'launched' | 'nested';

/** An event that the hook has handled. */
export interface HandledEvent {
  client: Client;
  input: { session_id: string; prompt_id: string; hook_event_name: string };
  /** The whole answer as text; empty if the hook was killed. */
  answer: string;
  /** The decision that it has recorded. */
  line: JournalEntry | undefined;
  reviewed: boolean;
  approved: Approval | undefined;
  /** Of the files, when the reviewer was asked. */
  fingerprint: string;
  /** The files when it was over. */
  tree: string;
}

/** The last stop of a client. */
interface LastStop {
  session: string;
  prompt: string;
  /** Unless it was overruled since. */
  approved: Approval | undefined;
  /** The files that were there at its end are not those that were reviewed. */
  isStale: boolean;
  /** Of its line in the journal. */
  time: string | undefined;
  wentOn: boolean;
}

const isApproval = ({ verdict, cause }: JournalEntry) => verdict === 'allow' && cause === 'review';

/** How often something happened: a sequence in which nothing is approved says nothing about approvals. */
export class Counts {
  private readonly times = new Map<string, number>();

  add(what: string) {
    this.times.set(what, this.of(what) + 1);
  }
  of(what: string): number {
    return this.times.get(what) ?? 0;
  }
}

/** What may be reported as approved. It knows nothing of states: only what the reviewer was asked about, and what it said. */
export class ApprovalModel {
  /** Of every session: the last approval of a stop that was reported, and not overruled since. */
  private readonly approvals = new Map<string, Approval>();
  /** The sessions in which a tool was used since a reviewer approved a stop. */
  private readonly usedTools = new Set<string>();
  /** Of every supervisor id: whether its last judgement was an approval. */
  private readonly lastWasApproval = new Map<string, boolean>();
  private readonly lastStops = new Map<Client, LastStop>();

  constructor(private readonly counts: Counts) {}

  /** Another launch has begun. */
  launched() {
    this.lastStops.delete('launched');
  }

  toolUsed(session: string) {
    this.usedTools.add(session);
    for (const stop of this.lastStops.values()) if (stop.session === session) stop.wentOn = true;
  }

  overruled(target: PastVerdict) {
    this.lastWasApproval.set(target.supervisor_id, false);
    if (target.event !== 'Stop') return;
    if (target.verdict === 'allow') this.approvals.delete(target.session_id);
    for (const stop of this.lastStops.values()) {
      if (stop.time !== target.time) continue;
      if (stop.approved && !stop.wentOn) this.counts.add('overruled an approval');
      stop.approved = undefined;
    }
  }

  handled(event: HandledEvent) {
    const { client, input, answer, line, approved, tree } = event;
    const { session_id: session, prompt_id: prompt } = input;
    if (answer.includes('reviewed and approved')) {
      expect(approved).toMatchObject({ session, prompt });
      expect(answer.includes('Files changed during the review')).toBe(approved?.tree !== tree);
    }
    if (line) this.recorded(line, event);
    if (input.hook_event_name !== 'Stop') return;
    const reported = line && isApproval(line) ? approved : undefined;
    const isStale = approved !== undefined && approved.tree !== tree;
    this.lastStops.set(client, { session, prompt, approved: reported, isStale, time: line?.time, wentOn: false });
    if (reported) this.approvals.set(session, reported);
    if (approved) this.usedTools.delete(session);
  }

  private recorded(line: JournalEntry, { client, input, reviewed, approved, fingerprint, tree }: HandledEvent) {
    const { session_id: session, prompt_id: prompt } = input;
    expect(line).toMatchObject({ session_id: session, prompt_id: prompt });
    // Under the parent's id there is no line of a nested session, and the other way round.
    expect(line.supervisor_id.startsWith('launch-')).toBe(client === 'launched');

    if (isApproval(line)) {
      expect(approved).toBeDefined();
      expect(line.tree).toBe(fingerprint);
      expect(line.touched).toEqual(approved?.tree === tree ? [] : ['work.txt']);
    }
    const before = this.approvals.get(session);
    if (line.cause === 'unchanged') {
      expect(before?.tree).toBe(tree);
      expect(this.usedTools.has(session)).toBe(false);
    }
    // A status is about the last judgement; that a round limit let a stop through since is its mode.
    if (reviewed || ['stall', 'overruled', 'budget'].includes(line.cause))
      this.lastWasApproval.set(line.supervisor_id, isApproval(line));
    if (line.event !== 'Stop') return;
    this.counts.add(`${line.verdict} ${line.cause}`);
    if (client === 'nested') this.counts.add('a decision about a nested client');
    if (isApproval(line) && approved?.tree !== tree) this.counts.add('files changed during an approval');
    if (line.cause === 'unchanged' && before?.prompt !== prompt) this.counts.add('unchanged since another task');
  }

  /** What `ccc status` says of an id. */
  checkStatus(id: string, { last }: Summary) {
    if (last?.outcome === 'allow') expect([id, this.lastWasApproval.get(id)]).toEqual([id, true]);
  }

  /**
   * What the launch would exit with, with `--require-approval`, if its client ended now: 0 only if the last stop itself was
   * approved, for its own session and task and for the files that are there, and nothing came after it.
   */
  checkEnd(client: Client, outcome: RunOutcome | undefined, tree: string) {
    const { approved, isStale, wentOn, session, prompt } = this.lastStops.get(client) ?? {};
    if (approved && wentOn) this.counts.add('an answer after an approval');
    if (approved && !wentOn && !isStale && approved.tree !== tree) this.counts.add('other files after an approval');
    if (approved && !wentOn && isStale) expect(outcome?.kind).toBe('files-changed');
    if (outcome === undefined || approvalExitCode(outcome) !== 0) return;
    this.counts.add('exit 0');
    expect({ wentOn, approved }).toEqual({ wentOn: false, approved: { session, prompt, tree } });
  }
}

/** When the launched client is supervised. Undefined: either is right, until an event shows which. */
export class SupervisionModel {
  private isOn: boolean | undefined;
  /** What a launch that resumes a session goes by. */
  private readonly modes = new Map<string, boolean | undefined>();
  /** Sessions that the journal has a line of. */
  private readonly recorded = new Set<string>();
  /** The sessions of this launch, which share its state. */
  private sessions = new Set<string>();
  /** The session that this launch was last seen in: `/clear` begins another, which is only known once it is judged. */
  private seen: string;
  private hasLine = false;
  private isResumed = false;

  constructor(
    private readonly onByDefault: boolean,
    session: string,
    private readonly counts: Counts,
  ) {
    this.isOn = onByDefault;
    this.seen = session;
  }

  turned(to: 'on' | 'off', session: string) {
    this.isOn = to === 'on';
    this.hasLine = true;
    this.isResumed = false;
    // What is turned here holds for the launch; which of its sessions shows it later is not told apart.
    for (const other of this.sessions) if (this.modes.get(other) !== this.isOn) this.modes.set(other, undefined);
    this.modes.set(session, this.isOn);
    this.recorded.add(session);
    this.sessions.add(session);
  }

  /** By another launch, which knows of nothing that had turned supervision on. */
  resumed(session: string) {
    const mode = this.modes.has(session) ? this.modes.get(session) : false;
    this.isOn = this.onByDefault || mode;
    this.sessions = new Set([session]);
    this.seen = session;
    this.hasLine = false;
    this.isResumed = true;
  }

  cleared(session: string) {
    if (!this.isResumed) return;
    // Nothing has happened in the session that was resumed, and this is another one.
    this.isOn = this.onByDefault;
    this.seen = session;
  }

  /** That supervision is on is also in the journal. */
  stateRemoved(session: string) {
    if (!this.isOn && this.onByDefault) this.isOn = undefined;
    if (!this.recorded.has(session)) this.modes.delete(session);
  }

  /** Before the journal has a line, only the state says anything; that it was edited is told. */
  stateForged(session: string, isToBeOff: boolean) {
    if (this.hasLine && this.isOn && isToBeOff) this.counts.add('edited to be off');
    if (this.hasLine) return;
    this.isOn = undefined;
    this.modes.delete(session);
  }

  handled({ input, line, reviewed }: HandledEvent) {
    const { session_id: session } = input;
    if (reviewed) this.seen = session;
    const isOn = line ? line.cause !== 'off' : reviewed || undefined;
    if (isOn === undefined) return;
    if (this.isOn !== undefined) expect(isOn, 'supervision is on').toBe(this.isOn);
    if (isOn && this.isResumed && !this.onByDefault) this.counts.add('resumed by its state alone');
    this.isOn = isOn;
    this.hasLine ||= line !== undefined;
    this.isResumed = false;
    if (line) this.recorded.add(session);
    this.sessions.add(session);
    if (isOn && (line || session === this.seen)) this.modes.set(session, true);
  }
}
