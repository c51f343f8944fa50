import type { CheckedKind, CommandKind } from '../evidence.ts';
import type { CommandPart } from './command-part.ts';

/** Where nothing is compiled before it is tested or checked. */
const INTERPRETED = /^(?:js|python|ruby|php|shell|perl|lua|r|other)$/;
/** Their steps are a matter of the project's own definition. */
const BY_DEFINITION = /^(?:make|script|jvm|bazel)$/;

/** What a task of each kind may do on the way, if only its name is known. Tests would print a summary. */
const ON_THE_WAY: Record<CommandKind, CheckedKind[]> = {
  test: ['build', 'types', 'lint'],
  build: ['types', 'lint'],
  lint: ['types'],
  types: [],
  other: [],
};

/** Frameworks whose build checks types and lints. */
const CHECKS_TOO = /^(?:next|nuxt|nuxi|astro|ng|remix|react-router|react-scripts|vue-cli-service|gatsby|expo)$/;

/** Whether a run of this tool does what a run of that kind does: tests compile, and some builds check types. */
export function includesStep({ kind: own, tool = '', ecosystem }: CommandPart, kind: CheckedKind): boolean {
  // `gradle build` and `dbt build` run the tests too.
  if (kind === 'test') return own === 'build' && (ecosystem === 'jvm' || tool === 'dbt');
  if (kind === 'build' && /^(?:tsc|vue-tsc|tsgo)$/.test(tool)) return true;
  if (own === 'build' && CHECKS_TOO.test(tool)) return true;
  return (kind === 'build' || kind === 'types') && tool !== '' && !INTERPRETED.test(ecosystem);
}

/** Whether a task may do that besides what its name says. */
export function mayIncludeStep({ kind: own, tool, tasks, ecosystem }: CommandPart, kind: CheckedKind): boolean {
  // `pre-commit run`, `nox`: other tools, type checkers among them.
  if (tool === undefined && tasks.length === 0 && (own === 'lint' || own === 'test'))
    return kind !== 'test' && kind !== own;
  return ((tool === undefined && tasks.length > 0) || BY_DEFINITION.test(ecosystem)) && ON_THE_WAY[own].includes(kind);
}
