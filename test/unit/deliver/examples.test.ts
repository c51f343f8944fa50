import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outcomeTexts } from '../../../src/i18n/outcomes.ts';
import { ROOT } from '../../support/sandbox.ts';
import { temporaryFolder, write } from '../folder.ts';

const guide = readFileSync(join(ROOT, 'docs', 'guide.md'), 'utf8');
const section = guide.slice(guide.indexOf('## Being told'), guide.indexOf('## Old files'));
const [outcomeScript = '', ...scripts] = [...section.matchAll(/```sh\n(#!\/bin\/sh\n[\s\S]*?)```/g)].map(
  ([, text = '']) => text,
);

const NASTY = '@/etc/passwd $(touch ran) `touch ran` "q" \'s\' <b>x</b> \\n -e; touch ran';
const approved = {
  ...{ event: 'Stop', verdict: 'allow', cause: 'review', request: NASTY, folder: '/p' },
  ...{ touched: [], changed_settings: [] },
};

/** No network and no desktop is here: programs of these names record what they are given. */
function tell(script: string, record: object | string) {
  const dir = temporaryFolder();
  const recorder = `#!/bin/sh\nfor one; do printf '%s\\n' "$one"; done > ${dir}/args\ncat > ${dir}/stdin\n`;
  for (const name of ['curl', 'notify-send', 'osascript']) {
    write(join(dir, 'bin', name), recorder);
    chmodSync(join(dir, 'bin', name), 0o755);
  }
  chmodSync(write(join(dir, 'bin', 'ccc-outcome'), outcomeScript), 0o755);
  const path = write(join(dir, 'tell-me'), script);
  const { status, stderr } = spawnSync('/bin/sh', [path], {
    cwd: dir,
    env: { PATH: `${dir}/bin:/usr/local/bin:/usr/bin:/bin`, HOME: dir },
    input: typeof record === 'string' ? record : `${JSON.stringify(record)}\n`,
    encoding: 'utf8',
  });
  const read = (name: string) => (existsSync(join(dir, name)) ? readFileSync(join(dir, name), 'utf8') : undefined);
  return { status, stderr, args: read('args'), stdin: read('stdin'), ran: existsSync(join(dir, 'ran')) };
}

const hasJq = spawnSync('jq', ['--version']).status === 0;

describe.skipIf(!hasJq)('the examples for on_event in the guide (they need jq)', () => {
  it('are four', () => expect(scripts).toHaveLength(4));

  it.each(scripts.map((script, index) => [index + 1, script] as const))(
    'example %i tells what ended, whatever stands in it',
    (_, script) => {
      const told = tell(script, approved);
      expect([told.status, told.stderr, told.ran]).toEqual([0, '', false]);
      const text = `${told.args}${told.stdin}`;
      expect(text).toContain('p: approved: @/etc/passwd $(touch ran)');
      const failed = tell(script, { api_error: 'rate_limit', message: 'm', request: null, folder: '/p' });
      expect(`${failed.args}${failed.stdin}`).toContain('p: API error (rate_limit), NOT reviewed: ');
    },
  );

  it.each(scripts.map((script, index) => [index + 1, script] as const))(
    'example %i is quiet otherwise',
    (_, script) => {
      for (const record of [
        { ...approved, verdict: 'block' },
        { ...approved, event: 'PreToolUse' },
        { session: 'started', why: 'startup' },
        { mode: 'off' },
      ])
        expect(tell(script, record)).toMatchObject({ status: 0, args: undefined });
    },
  );

  it.each<[record: object, text: string]>([
    ...(['stall', 'limit', 'budget', 'impossible', 'overruled'] as const).map((cause): [object, string] => [
      { cause },
      outcomeTexts.en[cause],
    ]),
    [{ touched: ['a.ts'] }, outcomeTexts.en['files-changed']],
    [{ changed_settings: ['ccc.json'] }, outcomeTexts.en['settings-changed']],
    [{ verdict: 'failed', cause: 'api' }, outcomeTexts.en.failed],
    [{ cause: 'background' }, 'NOT reviewed (background)'],
    [{}, outcomeTexts.en.approved],
  ])('say in the words of ccc what ended, and call approved only what was: %o', (record, text) => {
    expect(tell(scripts[0] ?? '', { ...approved, ...record }).stdin).toContain(`p: ${text}: @/etc`);
  });

  it('the text is never an option or the name of a file, and no markup on Linux', () => {
    const [ntfy = '', slack = '', , linux = ''] = scripts;
    expect(tell(ntfy, approved)).toMatchObject({ stdin: `p: approved: ${NASTY}` });
    expect(JSON.parse(tell(slack, approved).stdin ?? '')).toEqual({ text: `p: approved: ${NASTY}\n` });
    expect(tell(linux, approved).args).toContain('&lt;b&gt;x&lt;/b&gt;');
  });
});
