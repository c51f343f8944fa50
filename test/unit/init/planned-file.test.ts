import { describe, expect, it } from 'vitest';
import { type InvalidFile, type PlannedFile, plannedFile } from '../../../src/init/planned-file.ts';
import type { Proposal } from '../../../src/init/propose.ts';

const proposal = (...names: string[]): Proposal => ({
  checks: names.map((name) => ({ check: { name, run: `run ${name}` }, reason: { kind: 'file', file: 'x' } })),
  limits: { stall_after: 3 },
  notes: [],
});

const planned = async (before: string | undefined, ...names: string[]) =>
  (await plannedFile(before, proposal(...names))) as PlannedFile;
const supervisorIn = ({ after }: PlannedFile) => JSON.parse(after.replaceAll(/\/\/.*/g, '')).supervisor;
const check = (name: string) => ({ name, run: `run ${name}` });

describe('a file that is not there, or has nothing in it', () => {
  it.each([undefined, '', ' \n', '\uFEFF'])('%j', async (before) => {
    const file = await planned(before, 'lint', 'test');
    expect(JSON.parse(file.after.replace('\uFEFF', ''))).toEqual({
      supervisor: { checks: [check('lint'), check('test')], stall_after: 3 },
    });
    expect(file.after.endsWith('}\n')).toBe(true);
  });
});

describe('one that is there keeps what it has', () => {
  it('comments, other keys, and the order', async () => {
    const before =
      '// ours\n{\n  // quick\n  "supervisor": {\n    "checks": [\n      { "name": "lint", "run": "mine" } // fast\n    ]\n  }\n}\n';
    const { after, checks } = await planned(before, 'lint', 'test');
    for (const comment of ['// ours', '// quick', '// fast', '{ "name": "lint", "run": "mine" }'])
      expect(after).toContain(comment);
    expect(checks.map((one) => one.check.name)).toEqual(['test']);
    expect(supervisorIn(await planned(before, 'lint', 'test'))).toEqual({
      checks: [{ name: 'lint', run: 'mine' }, check('test')],
      stall_after: 3,
    });
  });

  it('several are added behind the others', async () => {
    const file = await planned(
      '{"supervisor": {"checks": [{"name": "a", "run": "a"}], "stall_after": 0}}',
      'b',
      'c',
      'd',
    );
    expect(supervisorIn(file)).toEqual({
      checks: [{ name: 'a', run: 'a' }, check('b'), check('c'), check('d')],
      stall_after: 0,
    });
    expect(file.limits).toEqual({});
  });

  it('the same command by another name is there', async () =>
    expect((await planned('{"supervisor": {"checks": [{"name": "x", "run": " run test "}]}}', 'test')).checks).toEqual(
      [],
    ));

  describe('the same script in other words is there', () => {
    const left = async (run: string, proposed = 'npm test') => {
      const before = JSON.stringify({ supervisor: { checks: [{ name: 'mine', run }] } });
      const check = { name: 'test', run: proposed };
      const found = { ...proposal(), checks: [{ check, reason: { kind: 'file' as const, file: 'x' } }] };
      return ((await plannedFile(before, found)) as PlannedFile).checks.length;
    };
    it.each([
      ...['npm test --silent', 'npm -s test', 'npm run test', 'npm run-script test', 'npm t', 'npm tst', 'pnpm test'],
      ...['pnpm run test', 'yarn test', 'bun run test', 'npm test -- --ci -w', 'CI=1 npm test', ' npm  run   -s test '],
      ...['npm run lint && npm test', 'npm test; cd packages/a'],
    ])('%s', async (run) => expect(await left(run)).toBe(0));

    it.each([
      ...['npm run test:unit', 'npm run lint', 'make test', 'npm --prefix a test', 'npm test -w a', 'pnpm -C a test'],
      ...['cd a && npm test', 'bun test', 'npm run', 'npm', 'npm ci', 'echo npm test'],
    ])('not %s', async (run) => expect(await left(run)).toBe(1));

    it('also of another name', async () => {
      expect(await left('yarn lint', 'npm run lint')).toBe(0);
      expect(await left('npm lint', 'npm run lint')).toBe(1);
    });
  });

  it('a check of that name with another command is told', async () => {
    const before =
      '{"supervisor": {"checks": [{"name": "test", "run": "npm tset"}, {"name": "lint", "run": "run lint"}]}}';
    expect((await planned(before, 'lint', 'test')).otherCommands).toEqual([{ name: 'test', run: 'npm tset' }]);
  });

  it('nothing missing, nothing changed', async () => {
    const before = '{"supervisor": {"checks": [{"name": "test", "run": "x"}], "stall_after": 5}}';
    expect((await planned(before, 'test')).after).toBe(before);
  });

  it('nothing found, nothing added: not even brakes', async () => {
    expect((await planned(undefined)).after).toBe('');
    expect((await planned('{}')).after).toBe('{}');
  });
});

it.each<[before: string, key: string, column: number]>([
  ['{"supervisor": ', '', 16],
  ['[]', '', 1],
  ['{"supervisor": 1}', 'supervisor', 16],
  ['{"supervisor": {"checks": {}}}', 'supervisor.checks', 27],
  ['{"supervisor": {"checks": [5]}}', 'supervisor.checks.0', 28],
  ['{"supervisor": {"checks": [{"name": "a"}]}}', 'supervisor.checks.0', 28],
  ['{"supervisor": {"stall_after": "3"}}', 'supervisor.stall_after', 32],
])('%j is left alone, with its place', async (before, key, column) => {
  for (const proposed of [proposal('test'), proposal()])
    expect(await plannedFile(before, proposed)).toMatchObject({ problems: [{ key }] });
  const { problems } = (await plannedFile(before, proposal('test'))) as InvalidFile;
  expect(problems[0]?.column).toBe(column);
});
