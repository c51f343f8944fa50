import { afterEach, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { type Dashboard, startDashboard } from '../../../src/dashboard/server.ts';
import { appendJournal } from '../../../src/journal/write.ts';
import { madeUpJournal } from '../../support/made-up-journal.ts';
import { until } from '../../support/wait.ts';
import { temporaryFolder } from '../folder.ts';

let served: Dashboard;
afterEach(() => served.close());

it('knows when the page was sent to a browser, and not when anything else was', async () => {
  served = await startDashboard(
    { port: 0, language: 'en', commandFor: () => null, hasAnswered: () => false, requestOf: () => null },
    pathsOf(readEnv({ HOME: temporaryFolder() })),
  );
  let isOpened = false;
  void served.opened.then(() => {
    isOpened = true;
  });
  const { origin, search } = new URL(served.url);
  expect((await fetch(served.url, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${origin}/api/sessions${search}`)).status).toBe(200);
  expect((await fetch(origin)).status).toBe(403);
  expect(isOpened).toBe(false);
  expect((await fetch(served.url)).status).toBe(200);
  await served.opened;
});

it.each<[language: 'en' | 'zh', text: string]>([
  ['en', 'Open the whole address that ccc dashboard has printed, with its token. The address changes at every start.'],
  ['zh', '请打开 ccc dashboard 打印出的完整地址（包括其中的 token）。每次启动，地址都不同。'],
])('what is refused says what to do, in the language of the user: %s', async (language, text) => {
  served = await startDashboard(
    { port: 0, language, commandFor: () => null, hasAnswered: () => false, requestOf: () => null },
    pathsOf(readEnv({ HOME: temporaryFolder() })),
  );
  expect(await (await fetch(new URL('/', served.url))).text()).toBe(text);
});

it('a session is answered with the command that continues it; by default with none', async () => {
  const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
  for (const line of madeUpJournal()) appendJournal(paths.journal, line, (text) => text);
  const commandOf = async () => {
    const url = new URL(served.url);
    url.pathname = '/api/session';
    url.searchParams.set('id', 'aaaa1111');
    const answer = await until('the journal is read', async () => {
      const response = await fetch(url);
      return response.ok && (await response.json());
    });
    return answer.command;
  };
  served = await startDashboard(
    {
      port: 0,
      language: 'en',
      commandFor: ({ id }) => `ccc --resume ${id}`,
      hasAnswered: () => false,
      requestOf: () => null,
    },
    paths,
  );
  expect(await commandOf()).toBe('ccc --resume aaaa1111');
  await served.close();
  served = await startDashboard(
    { port: 0, language: 'en', commandFor: () => null, hasAnswered: () => false, requestOf: () => null },
    paths,
  );
  expect(await commandOf()).toBeNull();
});

it('what goes wrong in an answer is that request alone', async () => {
  const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
  for (const line of madeUpJournal()) appendJournal(paths.journal, line, (text) => text);
  const commandFor = () => {
    throw new Error('no such command');
  };
  served = await startDashboard(
    { port: 0, language: 'en', commandFor, hasAnswered: () => false, requestOf: () => null },
    paths,
  );
  const url = new URL(served.url);
  url.pathname = '/api/session';
  url.searchParams.set('id', 'aaaa1111');
  const failed = await until('the journal is read', async () => {
    const response = await fetch(url);
    return response.status !== 404 && response;
  });
  expect([failed.status, await failed.text()]).toEqual([500, 'internal error']);
  expect((await fetch(served.url)).status).toBe(200);
});
