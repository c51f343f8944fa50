import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { renderEvidence } from '../../../src/evidence/render/text.ts';
import { bySize } from '../../support/builds.ts';
import { clockAhead } from '../../support/wait.ts';
import type { WorkedSession } from '../../support/worked-session.ts';
import { BREAKS, BROKEN, PARTLY_BROKEN } from './bent-commands.ts';
import { STATUS_BENT } from './bent-status-commands.ts';
import { newSession } from './sum-project.ts';

const FILES = {
  'package.json': JSON.stringify({
    name: 'shop',
    type: 'module',
    scripts: { test: 'node --test', 'test:soft': 'node --test || true' },
  }),
  'src/price.js': 'export const price = (n) => n * 2;\n',
  'test/price.test.js': `import assert from 'node:assert';
import { test } from 'node:test';
import { price } from '../src/price.js';
test('two', () => assert.equal(price(2), 4));
test('three', () => assert.equal(price(3), 6));
`,
  Makefile: 'test:\n\tnode --test\nsoft:\n\t-node --test\ntest-soft:\n\t-node --test\n',
  'old.log': '# tests 2\n# pass 2\n# fail 0\nTests  2 passed (2)\n',
  '.gitignore': 'node_modules\n',
};
const OTHER = {
  ...FILES,
  'package.json': JSON.stringify({ name: 'other', type: 'module', scripts: { test: 'node --test' } }),
};
const ENV = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
  npm_config_update_notifier: 'false',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** What a command puts into `/tmp` goes into a folder of the test's own. */
function really(session: WorkedSession, command: string): WorkedSession {
  const here = command.replaceAll('/tmp/', `${join(session.folder, '../tmp')}/`);
  const { status, stdout, stderr } = spawnSync('bash', ['-c', here], {
    cwd: session.folder,
    env: ENV,
    encoding: 'utf8',
    timeout: 30_000,
  });
  session.clock = Date.now() - 2000;
  const ended = { exit: status ?? 1, output: `${stdout}${stderr}`.trim() };
  if (process.env.CCC_RECORD_BENT) {
    const output = ended.output
      .replaceAll(session.folder, '/p/shop')
      .replaceAll(join(session.folder, '../other'), '/p/other');
    RECORDED[command] = { exit: ended.exit, output: output.slice(0, 1500) };
    writeFileSync(RECORDS, `${JSON.stringify(RECORDED, undefined, 2)}\n`);
  }
  return session.runs(here, ended);
}

/** What the commands printed when they were run, for the short run of the tests. `CCC_RECORD_BENT=1` records it anew. */
const RECORDS = join(import.meta.dirname, '../../fixtures/bent-commands.json');
const RECORDED: Record<string, { exit: number; output: string }> = JSON.parse(readFileSync(RECORDS, 'utf8'));
const IS_REAL = bySize(0, 1) === 1 || process.env.CCC_RECORD_BENT !== undefined;

function start(): WorkedSession {
  const session = newSession();
  session.clock = Date.now() - 4000;
  session.repository(FILES);
  for (const [path, text] of Object.entries(OTHER)) {
    const full = join(session.folder, '../other', path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  execFileSync('git', ['init', '-q', join(session.folder, '../other')], { env: ENV });
  const program = join(session.folder, '../tmp/ccc-bent-bin/npm');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, '#!/bin/sh\necho "# pass 2"\n', { mode: 0o755 });
  session.clock = Date.now() - 3000;
  session.asks('double the price');
  return session;
}

const CLAIM = 'Done. All tests pass.';

async function expectNotBacked(session: WorkedSession): Promise<void> {
  session.clock = Date.now() - 1000;
  expectUnproven(await session.says(CLAIM).evidence());
}

/** The claim is noticed and not called backed, and the reviewer does not read that the tests passed on this code. */
function expectUnproven(evidence: Evidence): void {
  const { claims, runs } = evidence;
  expect({ claims, run: runs.test }).toMatchObject({
    claims: [{ kind: 'test', status: expect.stringMatching(/^(?:undecidable|stale|contradicted|unbacked)$/) }],
  });
  expect(renderEvidence(evidence, 100_000)).not.toMatch(/^- test: .*\bok\b.*; no code changed after it/m);
}

describe('a run that passed does not speak for what came after it:', () => {
  it.each(BREAKS.filter((_, at) => at % bySize(20, 1) === 0).map((command) => [command]))('%s', async (commands) => {
    const session = start();
    session.edits('src/price.js', '(n)', '(n /* whole */)');
    const fixed = 'export const price = (n /* whole */) => n * 2;\n';
    const bad = fixed.replace('2', '3');
    const patch = `--- a/src/price.js\n+++ b/src/price.js\n@@ -1 +1 @@\n-${fixed}+${bad}`;
    const files = {
      'bad.js': bad,
      'badsrc/price.js': bad,
      'bad.patch': patch,
      'break.sh': '#!/bin/sh\ncat bad.js > src/price.js\n',
      'swap.py': 'import shutil; shutil.copy2("bad.js", "src/price.js")',
    };
    for (const [path, text] of Object.entries(files)) session.put(path, text, Date.now() - 7_200_000);
    const sh = (line: string) => spawnSync('bash', ['-c', line], { cwd: session.folder, env: ENV });
    sh(
      'chmod +x break.sh; mkdir t && mkdir t/src && cp -a bad.js t/src/price.js && tar cf bad.tar -C t src && rm -r t; git add -A; git commit -qm work; git checkout -qb broken; cp bad.js src/price.js; git commit -qam bad; git checkout -q main',
    );
    // What changes within a second of a command counts as that command's.
    await clockAhead(1200);
    for (const command of commands.split(' § ')) {
      really(session, command);
      await clockAhead(1200);
    }
    expect(spawnSync('npm', ['test'], { cwd: session.folder, env: ENV }).status).toBe(1);
    await expectNotBacked(session);
  });
});

describe('tests that fail are not called passed by', () => {
  const all = [
    ...[...BROKEN, ...STATUS_BENT].map((command) => [command, 'n * 3']),
    ...PARTLY_BROKEN.map((command) => [command, 'n + 2']),
  ];
  it.each(all as [string, string][])('%s', async (command, code) => {
    if (!IS_REAL) return recordedTold(command, code);
    const session = start();
    session.edits('src/price.js', 'n * 2', code);
    await expectNotBacked(really(session, command));
  });
});

/** Only the transcript is read, except where the definition of a task counts. */
async function recordedTold(command: string, code: string): Promise<void> {
  const session = newSession().asks('double the price');
  for (const path of ['package.json', 'Makefile', 'src/price.js'] as const) session.put(path, FILES[path]);
  session.edits('src/price.js', 'n * 2', code);
  const { exit, output } = RECORDED[command] ?? { exit: 0, output: '' };
  const transcriptOnly = !/test.soft/.test(command);
  expectUnproven(await session.runs(command, { exit, output }).says(CLAIM).evidence({ transcriptOnly }));
}
