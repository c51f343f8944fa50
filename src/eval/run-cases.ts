import type { Finding } from '../evidence/evidence.ts';
import { CaseError, type CaseProblem } from './case-file.ts';
import { type CaseFolder, type EvalCase, readCase } from './read-case.ts';
import type { CaseVerdict, Judged } from './statistics.ts';
import type { CaseWorkspace } from './workspace.ts';

/** How one review of a case ended. */
export interface CaseJudgement {
  verdict: CaseVerdict;
  /** `review`, `check` or `facts`, whichever decided; or why the review failed. */
  cause: string;
  feedback: string;
  /** The findings that decided, if no model was asked. */
  findings: Finding[];
  model: string | null;
  costUsd: number | null;
}

export interface CaseResult extends Judged, CaseJudgement {
  why: string;
  /** Which repeat, from 1. */
  repeat: number;
  /** Of the judgement alone. */
  durationMs: number;
}

/** A case that was left out. */
export interface UnusableCase {
  name: string;
  file: string;
  problem: CaseProblem;
}

export interface RunResult {
  results: CaseResult[];
  unusable: UnusableCase[];
  /** Why it ended early. */
  stopped: 'interrupted' | 'budget' | undefined;
}

export interface RunOptions {
  repeat: number;
  signal: AbortSignal;
  open(evalCase: EvalCase): Promise<CaseWorkspace>;
  /** `spentUsd` is what the reviews before it have cost. */
  judge(workspace: CaseWorkspace, spentUsd: number): Promise<CaseJudgement>;
  /** Whether no further review may be made. */
  isBudgetUsedUp(spentUsd: number): boolean;
  onProgress(done: number, planned: number, name: string): void;
}

/**
 * Judges every case, one after the other, so that none makes another take longer. All cases come before the first
 * repeat: whoever interrupts has a whole pass, and not a few cases many times.
 */
export async function runCases(folders: readonly CaseFolder[], options: RunOptions): Promise<RunResult> {
  const results: CaseResult[] = [];
  const unusable: UnusableCase[] = [];
  let spentUsd = 0;
  for (let repeat = 1; repeat <= options.repeat; repeat++)
    for (const folder of folders) {
      if (unusable.some(({ name }) => name === folder.name)) continue;
      if (options.isBudgetUsedUp(spentUsd)) return { results, unusable, stopped: 'budget' };
      options.onProgress(results.length, (folders.length - unusable.length) * options.repeat, folder.name);
      const result = await judgeOnce(folder, repeat, spentUsd, options);
      if (options.signal.aborted) return { results, unusable, stopped: 'interrupted' };
      if ('problem' in result) unusable.push(result);
      else {
        results.push(result);
        spentUsd += result.costUsd ?? 0;
      }
    }
  return { results, unusable, stopped: undefined };
}

async function judgeOnce(
  folder: CaseFolder,
  repeat: number,
  spentUsd: number,
  { open, judge }: RunOptions,
): Promise<CaseResult | UnusableCase> {
  let workspace: CaseWorkspace | undefined;
  try {
    const evalCase = readCase(folder);
    workspace = await open(evalCase);
    const began = performance.now();
    const judgement = await judge(workspace, spentUsd);
    const { name, file } = evalCase;
    const { kind, label, why } = file;
    return { name, kind, label, why, repeat, ...judgement, durationMs: Math.round(performance.now() - began) };
  } catch (error) {
    if (error instanceof CaseError) return { name: folder.name, file: error.file, problem: error.problem };
    throw error;
  } finally {
    workspace?.remove();
  }
}
