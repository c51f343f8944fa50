import type { Check } from '../checks/check.ts';
import { SUPERVISOR } from '../config/schema.ts';
import { type CheckKind, KINDS, type Note, type ProjectFiles, type ProposedCheck, type Reason } from './detection.ts';
import {
  cmakeChecks,
  dartChecks,
  denoChecks,
  dotnetChecks,
  elixirChecks,
  goChecks,
  jvmChecks,
  phpChecks,
  rubyChecks,
  rustChecks,
  swiftChecks,
} from './languages.ts';
import { justChecks, makeChecks } from './make.ts';
import { nodeChecks } from './node.ts';
import { pythonChecks } from './python.ts';

export interface Proposal {
  checks: { check: Check; reason: Reason }[];
  limits: { stall_after: number };
  notes: Note[];
}

const MAX_CHECKS = 5;

/** Which are kept if there are more than that. */
const PRIORITY: readonly CheckKind[] = ['test', 'types', 'lint', 'build'];

/** Timeouts, if all of them fit. */
const SECONDS: Record<CheckKind, number> = { lint: 60, types: 90, test: 240, build: 120 };

/** All checks together get half of `supervisor.timeout_seconds`. */
const SECONDS_IN_ALL = SUPERVISOR.timeout_seconds.default / 2;

/** What a project defines itself (scripts, targets, tasks) comes before what is usual for its language. */
const FROM_SCRIPTS = [nodeChecks, denoChecks, phpChecks];
const FROM_RECIPES = [makeChecks, justChecks];
const FROM_LANGUAGES = [
  ...[pythonChecks, rustChecks, goChecks, jvmChecks, rubyChecks],
  ...[dotnetChecks, elixirChecks, swiftChecks, dartChecks, cmakeChecks],
];

/** Checks and limits for a project, fast checks first. */
export function propose(files: ProjectFiles): Proposal {
  const written = FROM_SCRIPTS.map((look) => look(files));
  const usual = FROM_LANGUAGES.map((look) => look(files));
  const has = (kind: CheckKind, of: ProposedCheck[]) => of.some((check) => check.kind === kind);
  const scripts = written.flatMap(({ checks }) => checks);
  const recipes: ProposedCheck[] = [];
  const recipesFound = FROM_RECIPES.map((look) => look(files));
  for (const check of recipesFound.flatMap(({ checks }) => checks))
    if (!has(check.kind, [...scripts, ...recipes])) recipes.push(check);
  // A `make test` knows best how the tests are run here.
  const implied = usual.flatMap(({ checks }) => checks).filter(({ kind }) => !has(kind, recipes));
  const chosen = [...scripts, ...recipes, ...implied]
    .sort((a, b) => PRIORITY.indexOf(a.kind) - PRIORITY.indexOf(b.kind))
    .slice(0, MAX_CHECKS)
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  return {
    checks: chosen.map((check) => ({ check: asCheck(check, chosen), reason: check.reason })),
    limits: { stall_after: 3 },
    notes: [
      ...[...written, ...recipesFound, ...usual].flatMap(({ notes }) => notes),
      ...(files.names.has('.pre-commit-config.yaml') ? [{ kind: 'pre-commit' as const }] : []),
    ],
  };
}

function asCheck({ kind, tool, run, paths }: ProposedCheck, all: ProposedCheck[]): Check {
  const alone = all.filter((other) => other.kind === kind).length === 1;
  const wanted = all.reduce((sum, other) => sum + SECONDS[other.kind], 0);
  const share = Math.min(1, SECONDS_IN_ALL / wanted);
  return {
    name: alone ? kind : `${kind} (${tool})`,
    run,
    // In steps that a person would write.
    timeout_seconds: Math.floor((SECONDS[kind] * share) / 5) * 5,
    ...(paths === undefined ? {} : { paths }),
  };
}
