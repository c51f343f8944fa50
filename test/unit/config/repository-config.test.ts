import { describe, expect, it } from 'vitest';
import { effectiveSupervisor, repositoryConfigIn } from '../../../src/config/repository-config.ts';
import { REPOSITORY_KEYS, SUPERVISOR } from '../../../src/config/schema.ts';
import { type SupervisorConfig, supervisorOf } from '../../../src/config/supervisor-config.ts';

describe('what a repository’s ccc.json says', () => {
  it('only what it sets: a default is nothing that it said', async () => {
    expect(await repositoryConfigIn('{"supervisor": {"max_turns": 60}}')).toEqual({
      values: { maxTurns: 60 },
      problems: [],
      ignored: [],
      broken: false,
    });
    expect((await repositoryConfigIn('{}')).values).toEqual({});
  });

  it('may be written with comments', async () =>
    expect((await repositoryConfigIn('// ours\n{"supervisor": {"stall_after": 2,},}')).values).toEqual({
      stallAfter: 2,
    }));

  it.each(Object.keys(SUPERVISOR).filter((key) => !(REPOSITORY_KEYS as readonly string[]).includes(key)))(
    'supervisor.%s is not its to say, whatever the value',
    async (key) => {
      for (const value of ['x', 1, true, null, []])
        expect(await repositoryConfigIn(JSON.stringify({ supervisor: { [key]: value, stall_after: 2 } }))).toEqual({
          values: { stallAfter: 2 },
          problems: [],
          ignored: [`supervisor.${key}`],
          broken: false,
        });
    },
  );

  it('nor is anything outside of supervisor, save for editors', async () => {
    const text = '{"$schema": "x", "providers": {}, "claude_args": ["-p"], "constructor": 1, "supervisor": {}}';
    expect((await repositoryConfigIn(text)).ignored).toEqual(['providers', 'claude_args', 'constructor']);
  });

  it('what cannot be used is a problem with its place, and spoils nothing else', async () => {
    const text =
      '{\n  "supervisor": {\n    "max_turns": 0,\n    "checks": [{"name": "a", "run": "b"}, {"run": "c"}]\n  }\n}';
    const { values, problems, broken } = await repositoryConfigIn(text);
    expect(values).toEqual({ checks: [{ name: 'a', run: 'b' }] });
    expect(problems).toMatchObject([
      { key: 'supervisor.max_turns', line: 3, column: 18 },
      { key: 'supervisor.checks.1', line: 4, column: 43 },
    ]);
    expect(broken).toBe(false);
  });

  it('a check with an unknown key is not run: what was trusted is the file as it is written', async () => {
    const text = '{"supervisor": {"checks": [{"name": "a", "run": "b", "path": ["c"]}, {"name": "d", "run": "e"}]}}';
    const { values, problems, broken, unknown } = await repositoryConfigIn(text);
    expect(values).toEqual({ checks: [{ name: 'd', run: 'e' }] });
    expect(problems).toMatchObject([{ key: 'supervisor.checks.0', line: 1, column: 28, leftOut: true }]);
    expect({ broken, unknown }).toEqual({ broken: false, unknown: undefined });
  });

  it('a list that is none is not an empty one', async () =>
    expect((await repositoryConfigIn('{"supervisor": {"checks": "npm test"}}')).values).toEqual({}));

  it.each<[text: string, at: object]>([
    ['{"supervisor": {', { line: 1, column: 17 }],
    ['[]', { line: 1, column: 1 }],
    ['', { key: '' }],
    ['{\n "supervisor": 1}', { line: 2, column: 16 }],
  ])('%j cannot be used as a whole', async (text, at) =>
    expect(await repositoryConfigIn(text)).toMatchObject({ values: {}, broken: true, problems: [at] }),
  );

  it.each<[text: string, broken: boolean]>([
    ['{"supervisor": {"checks": ["npm test"]}}', true],
    ['{"supervisor": {"checks": "npm test", "stall_after": 3}}', true],
    ['{"supervisor": {"checks": ["npm test"], "stall_after": 3}}', true],
    ['{"supervisor": {"stall_after": "three"}}', true],
    ['{"supervisor": {"checks": [], "stall_after": "three"}}', true],
    ['{"supervisor": {"checks": ["npm test", {"name": "a", "run": "b"}]}}', false],
    ['{"supervisor": {"stall_after": 3, "max_turns": 0}}', false],
    ['{"supervisor": {"runners": ["make verify"]}}', true],
    ['{"supervisor": {"runners": ["make verify", {"command": "./t", "kind": "test"}]}}', false],
    ['{"supervisor": {"checks": [{"name": "a", "run": "b", "path": ["c"]}]}}', true],
    ['{"supervisor": {"checks": [{"name": "a", "run": "b", "path": ["c"]}], "stall_after": 3}}', true],
    ['{"supervisor": {"runners": [{"command": "./t", "kind": "test", "fail": "x"}]}}', true],
    ['{"supervisor": {"checks": []}}', false],
    ['{"providers": {}}', false],
  ])('%s: nothing usable, or no check of those it has: %j', async (text, broken) =>
    expect((await repositoryConfigIn(text)).broken).toBe(broken),
  );
});

describe('what holds in a repository', () => {
  const check = (name: string) => ({ name, run: `run ${name}` });
  const rules = (user: object, values: Partial<SupervisorConfig>) => {
    const { supervisor, keysInFile } = supervisorOf({ supervisor: user });
    return effectiveSupervisor(supervisor, keysInFile, { values });
  };

  it.each<[why: string, user: object, repository: Partial<SupervisorConfig>, holds: Partial<SupervisorConfig>]>([
    ['the default where nobody says anything', {}, {}, { stallAfter: 3, maxTurns: 60, checks: [] }],
    [
      'the repository over the default',
      {},
      { stallAfter: 3, skipUnchanged: true },
      { stallAfter: 3, skipUnchanged: true },
    ],
    ['the user over the repository', { stall_after: 5 }, { stallAfter: 3 }, { stallAfter: 5 }],
    ['the user also with the default’s value', { stall_after: 0 }, { stallAfter: 3 }, { stallAfter: 0 }],
    ['the user also where they wrote something wrong', { max_turns: 'x' }, { maxTurns: 200 }, { maxTurns: 60 }],
    ['each key by itself', { max_turns: 9 }, { maxTurns: 8, maxCostUsd: 2 }, { maxTurns: 9, maxCostUsd: 2 }],
    [
      'the checks of both, the user’s first',
      { checks: [check('a')] },
      { checks: [check('b')] },
      { checks: [check('a'), check('b')] },
    ],
    [
      'the runners of both, the user’s first',
      { runners: [{ command: 'a', kind: 'test' }] },
      { runners: [{ command: 'b', kind: 'lint' }] },
      {
        runners: [
          { command: 'a', kind: 'test' },
          { command: 'b', kind: 'lint' },
        ],
      },
    ],
    ['stricter claims of the repository', {}, { claims: 'block' }, { claims: 'block' }],
    ['and never looser ones than the user’s', { claims: 'block' }, { claims: 'tell' }, { claims: 'block' }],
    ['the repository’s checks alone', {}, { checks: [check('b')] }, { checks: [check('b')] }],
    ['the user’s checks alone', { checks: [check('a')] }, {}, { checks: [check('a')] }],
  ])('%s', (_, user, repository, holds) => expect(rules(user, repository)).toMatchObject(holds));

  it('changes nothing else', () => {
    const { supervisor } = supervisorOf({});
    expect(effectiveSupervisor(supervisor, [], { values: {} })).toEqual(supervisor);
  });
});
