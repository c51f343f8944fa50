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

it('the address that a browser is started with leads to the page once, and never to data', async () => {
  served = await startDashboard({ port: 0, language: 'en' }, pathsOf(readEnv({ HOME: temporaryFolder() })));
  const ask = (url: string) => fetch(url, { redirect: 'manual' });
  const code = new URL(served.urlToOpen).searchParams.get('token');
  const token = new URL(served.url).searchParams.get('token');
  expect(code).not.toBe(token);
  expect((await ask(new URL(`/api/sessions?token=${code}`, served.url).href)).status).toBe(403);
  expect((await ask(new URL(`/open?token=${token}`, served.url).href)).status).toBe(403);
  const first = await ask(served.urlToOpen);
  expect([first.status, first.headers.get('location')]).toEqual([303, `/?token=${token}`]);
  expect((await ask(served.urlToOpen)).status).toBe(403);
});

it('what is refused says what to do, in the language of the user', async () => {
  served = await startDashboard({ port: 0, language: 'zh' }, pathsOf(readEnv({ HOME: temporaryFolder() })));
  expect(await (await fetch(new URL('/', served.url))).text()).toContain('请打开 ccc dashboard 打印出的完整地址');
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
  served = await startDashboard({ port: 0, language: 'en', commandFor: ({ id }) => `ccc --resume ${id}` }, paths);
  expect(await commandOf()).toBe('ccc --resume aaaa1111');
  await served.close();
  served = await startDashboard({ port: 0, language: 'en' }, paths);
  expect(await commandOf()).toBeNull();
});
