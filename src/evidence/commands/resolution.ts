import { type CheckedKind, isInconclusive } from '../evidence.ts';
import { isAfter } from '../moment.ts';
import type { CommandPart } from './command-part.ts';
import { isAmong } from './failed-names.ts';
import type { KindRun } from './kind-run.ts';
import { coversTargets } from './targets.ts';

export const isSameRun = (a: KindRun, b: KindRun) => a.kind === b.kind && a.command === b.command && a.cwd === b.cwd;
/** The same words somewhere else: the first try may have been in the wrong folder. */
const isSameElsewhere = (a: KindRun, b: KindRun) =>
  a.kind === b.kind && withoutFolder(a.command) === withoutFolder(b.command);
const withoutFolder = (command: string) => command.replace(/^cd (?:"[^"]*"|'[^']*'|\S+) *(?:&&|;) */, '').trim();

/** It passed later, and included what failed. */
export function resolves(later: KindRun, run: KindRun): boolean {
  if (later.outcome.kind !== 'ok' || !isAfter(later.ended, run.ended)) return false;
  if (isSameRun(later, run) || resolvesFailureOf(later.part, run.part)) return true;
  // The tests that had failed were run again.
  if (later.part.targets.some((target) => RERUN.test(target)) && later.part.tool === run.part.tool) return true;
  const isSameTool =
    later.kind === run.kind && later.part.ecosystem === run.part.ecosystem && later.part.folder === run.part.folder;
  return isSameTool && run.failed.length > 0 && run.failed.every((name) => isAmong(name, later.part.targets));
}

const RERUN = /^--(?:lf|last-failed|only-failures|onlyFailures|failed|rerun-failed)$/;

/** Compiling is part of testing and of a build, and some linters compile too. */
const COMPILES: CheckedKind[] = ['test', 'build', 'types', 'lint'];

/** Their tests are no unit tests, and no other runner's. */
const IN_BROWSER = /cypress|playwright|testcafe|nightwatch|wdio|detox|codecept/;

/** It may have included what failed: nothing shows that it did not. */
export function mayResolve(later: KindRun, run: KindRun): boolean {
  if (later.outcome.kind === 'failed' || isInconclusive(later.outcome)) return false;
  const [a, b] = [later.part, run.part];
  if (isSameElsewhere(later, run)) return true;
  if (later.kind === run.kind) {
    // Of a task only the name is known.
    if (a.tool === undefined || b.tool === undefined) return a.folder === b.folder || a.tasks.length > 0;
    // Several test runners run the same tests: unittest and pytest, for example.
    if (run.kind === 'test' && a.ecosystem === b.ecosystem && a.folder === b.folder && a.tool !== b.tool)
      return IN_BROWSER.test(a.tool) === IN_BROWSER.test(b.tool);
    return (
      a.ecosystem === b.ecosystem &&
      a.tool === b.tool &&
      a.folder === b.folder &&
      (run.kind !== 'test' || run.failed.length === 0) &&
      a.targets.length > 0
    );
  }
  const isCompiled = run.kind === 'build' || run.kind === 'types';
  return isCompiled && COMPILES.includes(later.kind) && a.ecosystem === b.ecosystem;
}

/** Whether what failed in `earlier` is resolved by `later` having passed. */
export function resolvesFailureOf(later: CommandPart, earlier: CommandPart): boolean {
  return (
    later.kind === earlier.kind &&
    isSameEcosystem(later, earlier) &&
    (later.tool === earlier.tool || later.tool === undefined || earlier.tool === undefined) &&
    later.folder === earlier.folder &&
    coversTargets(later.targets, earlier.targets)
  );
}

/** A task of the project may run the tools of any ecosystem. */
const isSameEcosystem = (a: CommandPart, b: CommandPart) =>
  a.ecosystem === b.ecosystem || [a, b].some(({ ecosystem, tool }) => tool === undefined && TASKS.has(ecosystem));
const TASKS = new Set(['make', 'script', 'other']);
