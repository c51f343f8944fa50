import type { Check } from '../checks/check.ts';
import { SUPERVISOR } from '../config/schema.ts';
import { cmakeChecks, dotnetChecks, goChecks, jvmChecks, rustChecks, swiftChecks } from './compiled-languages.ts';
import { type Detected, KINDS, type Kind, type Note, type Proposed, type Reason } from './detected.ts';
import { justChecks, makeChecks } from './make.ts';
import { nodeChecks } from './node.ts';
import { dartChecks, denoChecks, elixirChecks, phpChecks, rubyChecks } from './other-languages.ts';
import { pythonChecks } from './python.ts';

/** What is proposed for a repository, as data. */
export interface Proposal {
  checks: { check: Check; reason: Reason }[];
  brakes: { stall_after: number };
  notes: Note[];
}

const MAX_CHECKS = 5;

/** Which are given up last, if there are more than that. */
const WORTH: readonly Kind[] = ['test', 'types', 'lint', 'build'];

/** What each may take, if there is room for all of them. */
const SECONDS: Record<Kind, number> = { lint: 60, types: 90, test: 240, build: 120 };

/** What all checks together get: half of `supervisor.timeout_seconds`. */
const SECONDS_IN_ALL = SUPERVISOR.timeout_seconds.default / 2;

/** What people have written down as their entry (scripts, targets, tasks) comes before what is usual for a language. */
const WRITTEN = [nodeChecks, denoChecks, phpChecks];
const RECIPES = [makeChecks, justChecks];
const USUAL = [
  ...[pythonChecks, rustChecks, goChecks, jvmChecks, rubyChecks],
  ...[dotnetChecks, elixirChecks, swiftChecks, dartChecks, cmakeChecks],
];

/** Pure: checks and brakes for what was found, quick ones first. */
export function propose(signs: Detected): Proposal {
  const written = WRITTEN.map((look) => look(signs));
  const usual = USUAL.map((look) => look(signs));
  const has = (kind: Kind, of: Proposed[]) => of.some((check) => check.kind === kind);
  const scripts = written.flatMap(({ checks }) => checks);
  const recipes: Proposed[] = [];
  const recipesFound = RECIPES.map((look) => look(signs));
  for (const check of recipesFound.flatMap(({ checks }) => checks))
    if (!has(check.kind, [...scripts, ...recipes])) recipes.push(check);
  // `make test` knows better than we do how the tests of a language are run here.
  const implied = usual.flatMap(({ checks }) => checks).filter(({ kind }) => !has(kind, recipes));
  const chosen = [...scripts, ...recipes, ...implied]
    .sort((a, b) => WORTH.indexOf(a.kind) - WORTH.indexOf(b.kind))
    .slice(0, MAX_CHECKS)
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  return {
    checks: chosen.map((check) => ({ check: asCheck(check, chosen), reason: check.reason })),
    brakes: { stall_after: 3 },
    notes: [
      ...[...written, ...recipesFound, ...usual].flatMap(({ notes }) => notes),
      ...(signs.names.has('.pre-commit-config.yaml') ? [{ kind: 'pre-commit' as const }] : []),
    ],
  };
}

function asCheck({ kind, by, run, paths }: Proposed, all: Proposed[]): Check {
  const alone = all.filter((other) => other.kind === kind).length === 1;
  const wanted = all.reduce((sum, other) => sum + SECONDS[other.kind], 0);
  const share = Math.min(1, SECONDS_IN_ALL / wanted);
  return {
    name: alone ? kind : `${kind} (${by})`,
    run,
    // In steps that a person would write.
    timeout_seconds: Math.floor((SECONDS[kind] * share) / 5) * 5,
    ...(paths === undefined ? {} : { paths }),
  };
}
