import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { startDelivery } from '../../../src/deliver/start-delivery.ts';
import { madeUpJournal } from '../../support/made-up-journal.ts';
import { until } from '../../support/wait.ts';
import { startedAs, temporaryFolder, write } from '../folder.ts';

it('hands a job over on stdin, from a file that is in no folder', async () => {
  const home = temporaryFolder();
  const got = join(home, 'got.json');
  // In the place of `ccc __deliver`: what that does with the job is tested elsewhere.
  const script = `const fs = require('node:fs');
    fs.writeFileSync(process.env.HOME + '/part', JSON.stringify([process.argv[2], JSON.parse(fs.readFileSync(0, 'utf8'))]));
    fs.renameSync(process.env.HOME + '/part', process.env.HOME + '/got.json');`;
  startedAs(write(join(home, 'program.cjs'), script));
  const env = readEnv({ HOME: home, PATH: process.env.PATH });
  const paths = pathsOf(env);
  const [line] = madeUpJournal();
  const job = { line, onEvent: 'cat', withFeedback: false, traceparent: undefined, log: paths.log('x') } as const;
  startDelivery(job as never, undefined, { env, paths });
  expect(readdirSync(paths.dir)).toEqual([]);
  await until('the job', () => existsSync(got));
  expect(JSON.parse(readFileSync(got, 'utf8'))).toEqual(['__deliver', JSON.parse(JSON.stringify(job))]);
});
