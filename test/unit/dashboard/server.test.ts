import { afterEach, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { type Dashboard, startDashboard } from '../../../src/dashboard/server.ts';
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
