import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { diagnoseClient, diagnoseNode, diagnoseVersion, isOlder, versionIn } from '../../../src/doctor/client.ts';
import { doctorMessages } from '../../../src/i18n/doctor.ts';
import { temporaryFolder, write } from '../folder.ts';

const words = doctorMessages.en;
const NEVER = new AbortController().signal;

it.each([
  ['2.1.325 (Claude Code)\n', '2.1.325'],
  ['warning: something\n2.1.325 (Claude Code)\n', '2.1.325'],
  ['2.2.0-beta.1 (Claude Code)', '2.2.0'],
  ['2.1.325', undefined],
  ['cat (GNU coreutils) 9.1', undefined],
  ['', undefined],
])('the version in %j', (text, version) => expect(versionIn(text)).toBe(version));

it.each([
  ['1.0.120', 'problem'],
  ['2.0.75', 'problem'],
  ['2.0.76', 'warning'],
  ['2.1.197', 'warning'],
  ['2.1.247', 'warning'],
  ['2.1.248', undefined],
  ['2.1.325', undefined],
  ['3.0.0', undefined],
])('Claude Code %s: %s', (version, level) => expect(diagnoseVersion(version, words)[0]?.level).toBe(level));

it.each([
  [{ node: '18.20.0' }, 'problem'],
  [{ node: '20.18.9' }, 'problem'],
  [{ node: '20.19.0' }, 'ok'],
  [{ node: '24.1.0' }, 'ok'],
  [{ node: '18.0.0', bun: '1.4.0' }, undefined],
])('the runtime %j', (versions, level) => expect(diagnoseNode(versions, words)[0]?.level).toBe(level));

it('versions are in order', () => {
  const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(300));
  fc.assert(
    fc.property(version, version, (a, b) => {
      const rank = ([x, y, z]: [number, number, number]) => x * 1e6 + y * 1e3 + z;
      expect(isOlder(a.join('.'), b.join('.'))).toBe(rank(a) < rank(b));
    }),
  );
});

describe('asked for its version', () => {
  const check = (script: string, mode = 0o755) =>
    diagnoseClient(
      readEnv({ HOME: '/nowhere', CCC_CLAUDE: write(`${temporaryFolder()}/claude`, script, mode) }),
      NEVER,
    );

  it.each<[what: string, script: string, diagnosis: object]>([
    ['a client', '#!/bin/sh\necho "2.1.325 (Claude Code)"', { id: 'client.found', level: 'ok' }],
    ['silence', '#!/bin/sh\nexit 4', { level: 'problem', what: expect.stringContaining('exited with 4') }],
    ['an error', '#!/bin/sh\necho broken >&2', { level: 'problem', what: expect.stringContaining('"broken"') }],
    ['no program', '#!/nowhere/sh\n', { level: 'problem', what: expect.stringContaining('ENOENT') }],
  ])('%s', async (_, script, diagnosis) => expect((await check(script)).diagnoses[0]).toMatchObject(diagnosis));

  it('it sees neither credentials nor the home folder', async () => {
    const out = `${temporaryFolder()}/env`;
    const program = write(`${temporaryFolder()}/claude`, `#!/bin/sh\nenv > ${out}\n`, 0o755);
    await diagnoseClient(readEnv({ HOME: '/nowhere', CCC_CLAUDE: program, ANTHROPIC_API_KEY: 'never-told' }), NEVER);
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(out, 'utf8')).not.toMatch(/never-told|HOME=\/nowhere\n/);
  });

  it('one that cannot be started at all is a problem with a fix', async () => {
    const { diagnoses, client } = await check('#!/bin/sh\n', 0o644);
    expect(client).toBeUndefined();
    expect(diagnoses[0]).toMatchObject({ id: 'client.found', level: 'problem', fix: expect.stringMatching(/\S/) });
  });
});
