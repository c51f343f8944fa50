import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { ALL_BUILDS, BUILDS, IS_FULL, SMOKE_BUILDS } from './builds.ts';

const LEFT_OUT = [
  { what: 'the README in a fresh clone, and the installed package', project: 'long' },
  { what: 'stress tests', project: 'stress' },
  { what: 'scenarios', project: 'scenario' },
  { what: 'unit tests', project: 'unit' },
];

/** Ends a run with what it covered and what it left out: a short run that passes must not look like a full one. */
export class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const ran = tests.filter((test) => ['passed', 'failed'].includes(test.result().state));
    const skipped = tests.filter((test) => !ran.includes(test));
    console.log(`     Covered  ${covered(ran)}${skipped.length > 0 ? `; ${skipped.length} skipped` : ''}`);
    for (const line of lacking(skipped)) console.log(`     Skipped  ${line}`);
    console.log(`    Left out  ${leftOut(ran)}\n`);
  }
}

const projectOf = (test: TestCase) => test.project.name;

function covered(ran: TestCase[]): string {
  const parts = ['unit', 'scenario', 'stress', 'long'].flatMap((project) => {
    const inProject = ran.filter((test) => projectOf(test) === project);
    if (inProject.length === 0) return [];
    const onBuilds = ALL_BUILDS.map(
      ({ name }) => [name, inProject.filter((test) => test.fullName.includes(name))] as const,
    )
      .filter(([, tests]) => tests.length > 0)
      .map(([name, tests]) => `${tests.length} on the ${name}`);
    return [`${inProject.length} ${project}${onBuilds.length > 0 ? ` (${onBuilds.join(', ')})` : ''}`];
  });
  return `${parts.join(', ') || 'nothing'}; ${IS_FULL ? 'full' : 'short'} size`;
}

/** What this machine lacks, and which files have the tests that need it. */
function lacking(skipped: TestCase[]): string[] {
  const lacks = new Set(skipped.flatMap((test) => test.meta().lacks ?? []));
  return [...lacks].map((what) => {
    const tests = skipped.filter((test) => test.meta().lacks === what);
    const files = [...new Set(tests.map(({ module }) => module.relativeModuleId))].sort();
    return `no ${what}: ${tests.length} ${tests.length === 1 ? 'test' : 'tests'} (${files.join(', ')})`;
  });
}

function leftOut(ran: TestCase[]): string {
  const others = ALL_BUILDS.filter((build) => !BUILDS.includes(build));
  const left = [
    ...others.map(
      (build) => `scenarios on the ${build.name}${SMOKE_BUILDS.includes(build) ? ' beyond the smoke set' : ''}`,
    ),
    ...LEFT_OUT.filter(({ project }) => !ran.some((test) => projectOf(test) === project)).map(({ what }) => what),
    ...(IS_FULL ? [] : ['the full size of property and stress tests']),
  ];
  return left.length === 0 ? 'nothing' : `${left.join('; ')} (npm run test:all runs everything)`;
}
