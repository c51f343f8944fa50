import { describe, expect, it } from 'vitest';
import { type PlannedFile, plannedFile } from '../../../src/init/planned-file.ts';
import type { Proposal } from '../../../src/init/propose.ts';

const proposal = (...names: string[]): Proposal => ({
  checks: names.map((name) => ({ check: { name, run: `run ${name}` }, reason: { kind: 'file', file: 'x' } })),
  brakes: { stall_after: 3 },
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
    expect(file.brakes).toEqual({});
  });

  it('the same command by another name is there', async () =>
    expect((await planned('{"supervisor": {"checks": [{"name": "x", "run": " run test "}]}}', 'test')).checks).toEqual(
      [],
    ));

  it('nothing missing, nothing changed', async () => {
    const before = '{"supervisor": {"checks": [{"name": "test", "run": "x"}], "stall_after": 5}}';
    expect((await planned(before, 'test')).after).toBe(before);
  });

  it('nothing found, nothing added: not even brakes', async () => {
    expect((await planned(undefined)).after).toBe('');
    expect((await planned('{}')).after).toBe('{}');
  });
});

it.each([
  ['{"supervisor": ', '', 1],
  ['[]', '', 1],
  ['{"supervisor": 1}', 'supervisor', 16],
  ['{"supervisor": {"checks": {}}}', 'supervisor.checks', 27],
])('%j is left alone, with its place', async (before, key, column) =>
  expect(await plannedFile(before, proposal('test'))).toMatchObject({
    key,
    at: { line: 1, column: key === '' ? expect.any(Number) : column },
  }),
);
