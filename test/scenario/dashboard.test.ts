import { appendFileSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { reportMessages } from '../../src/i18n/report.ts';
import type { JournalEntry } from '../../src/journal/record.ts';
import { localTime } from '../../src/platform/local-time.ts';
import { allow, block, repliesByRole } from '../../src/sandbox/scripted-replies.ts';
import { BROWSER, openBrowser } from '../support/browser.ts';
import { BUILDS } from '../support/builds.ts';
import { drawnColumns, drawnRows, sum } from '../support/drawn-charts.ts';
import { INJECTION, madeUpDecision, madeUpJournal, weeksOfWork } from '../support/made-up-journal.ts';
import { needs } from '../support/needs.ts';
import { outcome } from '../support/processes.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';
import { until } from '../support/wait.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.each(BUILDS)('the page, $name', (build) => {
  const { api, box } = useScenario(build);
  let ended: Promise<unknown> | undefined;
  let stop = () => {};
  let close: (() => Promise<void>) | undefined;
  /** Requests of the page to anywhere else. */
  let foreign: string[] = [];
  afterEach(async () => {
    await close?.();
    close = undefined;
    stop();
    await ended;
    expect(foreign).toEqual([]);
  });

  /** Starts `ccc dashboard`, and waits for its address. */
  async function serve(args: string[] = []): Promise<URL> {
    const child = box.start(['dashboard', '--no-open', ...args]);
    stop = () => child.kill('SIGINT');
    const url = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout?.on('data', (part) => {
        text += part;
        if (text.includes('\n')) resolve(text.trim());
      });
      child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
    ended = outcome(child);
    return new URL(url);
  }
  const writeJournal = () =>
    box.write(
      join(box.cccDir, 'reviews.jsonl'),
      madeUpJournal()
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );

  const transcriptOf = (id: string, folder: string) =>
    join(box.claudeDir, 'projects', `-home-user-${folder}`, `${id}.jsonl`);
  const answerAt = (time: string) =>
    `${JSON.stringify({ type: 'assistant', timestamp: time, message: { model: 'worker', content: [] } })}\n`;
  /** In which no agent has answered after the last stop. */
  const writeTranscripts = () => {
    for (const [id, folder] of [
      ...[['aaaa1111', 'shop'] as const, ['bbbb2222', 'site'] as const],
      ...[['cccc3333', 'shop'] as const, ['eeee5555', 'shop'] as const],
    ])
      box.write(transcriptOf(id, folder), answerAt('2026-11-14T08:00:00.000Z'));
  };

  it('refuses what has no token, another host or origin, or would write', async () => {
    const url = await serve();
    const token = url.searchParams.get('token') ?? '';
    const ask = async (path: string, init: RequestInit = {}) => (await fetch(new URL(path, url.origin), init)).status;
    expect(token.length).toBeGreaterThan(40);
    expect(await ask(`/?token=${token}`)).toBe(200);
    for (const path of ['/', '/api/sessions', '/api/events', `/?token=${token.slice(1)}`, `/?token=x${token}`])
      expect(await ask(path), path).toBe(403);
    for (const host of [`evil.example:${url.port}`, 'evil.example', `127.0.0.1:${Number(url.port) - 1}`, '127.0.0.1'])
      expect(await statusFor(url, host), host).toBe(403);
    expect(await statusFor(url, `localhost:${url.port}`)).toBe(200);
    expect(await ask(`/?token=${token}`, { headers: { origin: 'https://evil.example' } })).toBe(403);
    expect(await ask(`/?token=${token}`, { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403);
    expect(await (await fetch(url.origin)).text()).toContain('Open the whole address that ccc dashboard has printed');
    const answer = await fetch(url);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-[^']+';/);
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    for (const method of ['POST', 'PUT', 'DELETE']) expect(await ask(`/?token=${token}`, { method })).toBe(405);
    expect(await ask(`/../../etc/passwd?token=${token}`)).toBe(404);
    expect(await ask(`/api/session?id=..&token=${token}`)).toBe(404);
  });

  /** `fetch` sends the host of the address, whatever it is told. */
  const statusFor = (url: URL, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(url, { headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.once('error', reject).end();
    });

  it('says that a journal cannot be read, instead of serving an empty page', async () => {
    box.write(join(box.cccDir, 'reviews.jsonl', 'a-folder'), '');
    const { code, stdout, stderr } = await box.ccc(['dashboard', '--no-open']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('reviews.jsonl');
  });

  it('ends with exit code 0 on Ctrl-C, and says when its port is taken', async () => {
    const url = await serve();
    const second = await box.ccc(['dashboard', '--no-open', '--port', url.port]);
    expect([second.code, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toContain(`port ${url.port} is in use`);
    expect(second.stderr).toContain('Choose another with --port N');
    expect((await box.ccc(['dashboard', '--port', 'x'])).code).toBe(2);
    stop();
    expect(await ended).toMatchObject({ code: 0 });
  });

  describe('in a browser', needs('Chromium', BROWSER !== undefined), () => {
    let page: Page;
    async function open(url: URL, options: { width?: number; dark?: boolean } = {}): Promise<void> {
      const browser = await openBrowser(options);
      ({ page, close } = browser);
      foreign = [];
      page.on('request', (request) => {
        const address = new URL(request.url());
        if (address.protocol !== 'data:' && address.origin !== url.origin) foreign.push(request.url());
      });
      await page.goto(url.href);
    }
    const rows = () => page.locator('.sessions a');
    const shown = (count: number) => until(`${count} sessions`, async () => (await rows().count()) === count);
    const figure = (name: string) => page.locator(`[data-figure=${name}]`).textContent();
    /** What axe finds on the page as it is. It must have been put into it. */
    const violations = () =>
      page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });

    it('says what to do when there is nothing, and follows a real supervised run without a reload', async () => {
      await open(await serve());
      await page.getByRole('heading', { name: 'Nothing was recorded yet.' }).waitFor();
      expect(await page.locator('.empty p').allTextContents()).toEqual([
        ...['To start a supervised session:', 'CCC_SUPERVISOR=1 ccc'],
      ]);
      const secondRound = textReply('Now done.');
      const replies = repliesByRole({
        worker: [textReply('Done.'), secondRound],
        reviewer: [block('Run the tests.'), allow('fine')],
      });
      // The run goes on only after the page has shown its first round.
      api.script = async (request, log) => {
        const reply = await replies(request, log);
        if (reply === secondRound) {
          await page.locator('.sessions .badge.sent-back').waitFor();
          await page.locator('.sessions .badge.running').waitFor();
        }
        return reply;
      };
      const done = await box.ccc(['-p', 'write the cart'], '', { CCC_SUPERVISOR: '1' });
      expect(done.code).toBe(0);
      await page.locator('.sessions .badge.approved').waitFor();
      await until('the session to have ended', async () => (await page.locator('.badge.running').count()) === 0);
      expect(await rows().locator('.request').allTextContents()).toEqual(['write the cart']);
      expect(await rows().locator('.place').textContent()).toBe('project');
      const [first, second] = box.journal();
      const { provider, session_id } = first as JournalEntry;
      const cost = Number(first?.cost_usd) + Number(second?.cost_usd);
      expect(await rows().locator('.numbers').textContent()).toBe(`2 rounds · $${cost.toFixed(3)} · ${provider}`);
      await rows().first().click();
      await page.getByText('Run the tests.').waitFor();
      expect(await page.locator('.command code').textContent()).toBe(`cd ${box.project} && ccc --resume ${session_id}`);
      const round = page.locator('.timeline > li', { hasText: 'Run the tests.' });
      expect(await round.locator('.when span').allTextContents()).toEqual([
        ...['Stop', 'round 1 of 20'],
        ...[`${(Number(first?.duration_ms) / 1000).toFixed(1)} s`, `$${first?.cost_usd?.toFixed(3)}`],
      ]);
      expect(await page.locator('.timeline > li h2').allTextContents()).toEqual([
        ...['Session started', 'sent back', 'approved', 'Session ended'],
      ]);
    });

    it('has the numbers of the journal, filters, a timeline, and shows hostile text as text', async () => {
      writeJournal();
      await open(await serve());
      await rows().first().waitFor();
      expect(await rows().count()).toBe(5);
      expect([
        await figure('approvals'),
        await figure('blocks'),
        await figure('failures'),
        await figure('cost'),
      ]).toEqual([...['2', '2', '1', '$0.160']]);
      const table = (title: string) =>
        page
          .locator('figure', { hasText: title })
          .locator('table tr')
          .evaluateAll((found) => found.map((row) => row.textContent?.replaceAll(/\s+/g, ' ').trim()));
      expect(await table('Verdicts per day')).toEqual(
        [
          ...['11-14 1 approved1 sent back0 review failed', '11-15 0 approved1 sent back0 review failed'],
          ...['11-16 0 approved0 sent back1 review failed', '11-17 1 approved0 sent back0 review failed'],
        ].map((row) => expect.stringMatching(new RegExp(row.replaceAll(' ', '\\s*')))),
      );
      expect(await table('Cost of reviews per day')).toEqual(
        ['11-14 $0.080', '11-15 $0.040', '11-16 $0.000', '11-17 $0.040'].map((row) =>
          expect.stringMatching(new RegExp(`^${row.replace(' ', '\\s*').replaceAll('$', '\\$')}$`)),
        ),
      );
      // What is drawn, not only what is read out: half the cost is half as high.
      const heights = await page
        .locator('figure', { hasText: 'Cost of reviews per day' })
        .locator('svg rect')
        .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
      expect(heights.map((height) => height / (heights[0] ?? 1))).toEqual([1, 0.5, 0, 0.5]);
      expect((await table('Rounds to approval')).join()).toMatch(/1 round\s*1 task.*2 rounds\s*1 task/);
      expect((await table('Claims by status')).join()).toMatch(/backed\s*2.*contradicted\s*1.*unbacked\s*1/);

      expect((await table('Time to a verdict')).join()).toMatch(/half within\s*\d.* s.*90 % within.*99 % within/);
      expect(await figure('false-claims')).toBe('1');

      const outcomes = await page.getByLabel('Outcome').locator('option').allTextContents();
      expect(outcomes.slice(0, 3)).toEqual(['Any', 'needs you', 'approved']);
      await page.getByLabel('Outcome').selectOption('needs you');
      await shown(3);
      await page.getByLabel('Outcome').selectOption('sent-back');
      await shown(1);
      expect(await rows().locator('.request').textContent()).toBe(INJECTION);
      await page.getByLabel('Outcome').selectOption('');
      await page.getByLabel('Provider').selectOption('glm');
      await shown(2);
      await until('the figures are those of the provider', async () => (await figure('approvals')) === '1');
      expect([await figure('blocks'), await figure('cost')]).toEqual(['0', '$0.040']);
      expect(await table('Rounds to approval')).toHaveLength(1);
      await page.getByRole('combobox', { name: 'Project' }).selectOption('/home/user/docs');
      await shown(1);
      await page.getByText('Nothing was reviewed.').waitFor();
      await page.getByRole('combobox', { name: 'Project' }).selectOption('');
      await page.getByLabel('Provider').selectOption('');
      await until('the figures are those of all', async () => (await figure('approvals')) === '2');
      await page.getByLabel('Search').fill('cart');
      await shown(1);

      await rows().first().click();
      const text = async () => (await page.locator('.timeline').textContent()) ?? '';
      await page.locator('.timeline').waitFor();
      for (const part of [
        'contradicted',
        'All tests pass.',
        'The last run of npm test failed.',
        '(to look into)',
        'still a stub',
        '7 tool calls',
        'src/cart.ts',
        'round 2 of 20',
        'No longer found: The last run of npm test failed.src/cart.ts has a new TODO.',
        'Status changed: All tests pass. contradicted → backed',
        'passed',
      ])
        expect(await text()).toContain(part);
      await page.keyboard.press('Escape');
      await page.getByLabel('Search').fill('');
      await page.getByText(INJECTION).first().click();
      await page.locator('.timeline').waitFor();
      expect(await text()).toContain(INJECTION);
      expect(await page.locator('img, .timeline b').count()).toBe(0);
      await until('the title is text too', async () => (await page.title()).startsWith(INJECTION.slice(0, 50)));
    });

    it('is refused to a web page whose name a name server has sent here, even with the token', async () => {
      const url = await serve();
      const browser = await openBrowser({ args: ['--host-resolver-rules=MAP evil.example 127.0.0.1'] });
      ({ page, close } = browser);
      const answer = await page.goto(url.href.replace('127.0.0.1', 'evil.example'));
      expect([answer?.status(), await answer?.serverAddr()]).toEqual([
        403,
        { ipAddress: '127.0.0.1', port: Number(url.port) },
      ]);
      expect((await page.goto(url.href))?.status()).toBe(200);
    });

    it('draws every chart to the scale of what the journal has', async () => {
      const lines = [
        ...weeksOfWork(),
        madeUpDecision('stalled', '2026-11-15T09:30:00.000Z', { cause: 'stall', duration_ms: 41_000 }),
      ];
      box.write(join(box.cccDir, 'reviews.jsonl'), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
      const decisions = lines.filter((line): line is JournalEntry => 'verdict' in line);
      const days = [...new Set(decisions.map(({ time }) => time.slice(0, 10)))]
        .sort()
        .map((day) => decisions.filter(({ time }) => time.startsWith(day)));
      const kindOf = ({ verdict, cause }: JournalEntry) => {
        if (verdict !== 'allow') return verdict;
        return cause === 'review' ? 'approved' : 'other';
      };
      const count = <T>(values: readonly T[], names: readonly T[]) =>
        names.map((name) => values.filter((value) => value === name).length);
      /** How large each has to be drawn if the largest is 1. */
      const scaled = (values: readonly number[], largest = Math.max(...values)) => {
        expect(largest).toBeGreaterThan(0);
        return values.map((value) => expect.closeTo(value / largest, 2));
      };

      await open(await serve());
      await page.getByText('Time to a verdict').waitFor();
      const chart = (title: string) => page.locator('figure', { hasText: title });
      const axisOf = (title: string) => chart(title).locator('.axis .label').allTextContents();
      const textsOf = (title: string) => chart(title).locator('.value').allTextContents();

      const most = Math.max(...days.map(({ length }) => length));
      const verdicts = days.map((day) => count(day.map(kindOf), ['approved', 'block', 'failed', 'other']));
      expect(await drawnColumns(chart('Verdicts per day'))).toEqual(verdicts.map((day) => scaled(day, most)));
      expect(await axisOf('Verdicts per day')).toEqual([String(most), '10-31', '11-17']);

      const costs = days.map((day) => sum(day.map(({ cost_usd }) => cost_usd ?? 0)));
      const drawnCosts = await drawnColumns(chart('Cost of reviews per day'));
      expect(drawnCosts.flat()).toEqual(scaled(costs));
      expect((await axisOf('Cost of reviews per day'))[0]).toBe(`$${Math.max(...costs).toFixed(3)}`);

      const approvals = decisions.filter((one) => kindOf(one) === 'approved');
      const tasks = count(
        approvals.map((one) => one.count),
        [1, 2, 3],
      );
      expect(await drawnRows(chart('Rounds to approval'))).toEqual(scaled(tasks));
      expect(await textsOf('Rounds to approval')).toEqual(tasks.map((number) => `${number} tasks`));

      const claims = count(
        decisions.flatMap((one) => one.claims?.map(({ status }) => status) ?? []),
        ['backed', 'stale', 'contradicted', 'unbacked', 'undecidable'],
      );
      expect(await drawnRows(chart('Claims by status'))).toEqual(scaled(claims));
      expect(await textsOf('Claims by status')).toEqual(claims.map(String));

      const durations = decisions.map(({ duration_ms }) => duration_ms / 1000).sort((a, b) => a - b);
      const within = [0.5, 0.9, 0.99].map((part) => durations[Math.ceil(part * durations.length) - 1] as number);
      const figures = (await textsOf('Time to a verdict')).map(Number.parseFloat);
      expect(await textsOf('Time to a verdict')).toEqual(figures.map((seconds) => `${seconds.toFixed(1)} s`));
      // Counted in steps of 5 %, and told to a tenth of a second.
      const tooMuch = figures.map((seconds, at) => seconds / (within[at] as number) - 1);
      expect(tooMuch.map((part) => part > -0.01 && part < 0.06)).toEqual([true, true, true]);
      expect(await drawnRows(chart('Time to a verdict'))).toEqual(scaled(figures));
      // Nothing of this would show a difference if all were equal.
      for (const values of [verdicts.flat(), costs, tasks, claims, within])
        expect(new Set(values).size).toBeGreaterThan(2);
    });

    it('says first how many sessions need you, and leads to them', async () => {
      writeJournal();
      await open(await serve());
      await rows().first().waitFor();
      const tile = page.getByRole('link', { name: 'needs you: 3' });
      expect(await page.locator('.figures dt').first().textContent()).toBe('needs you');
      expect(await page.locator('.figures > .needs-you.some').count()).toBe(1);
      await until('the tab says it too', async () => (await page.title()) === '(3) ccc');
      await page.getByLabel('Search').fill('cart');
      await shown(1);
      expect(await figure('needs-you')).toBe('3');
      await tile.click();
      await shown(3);
      expect(new URL(page.url()).hash).toBe('#/?outcome=needs-you');
      expect(await page.getByLabel('Outcome').inputValue()).toBe('needs-you');
      expect(await page.getByLabel('Search').inputValue()).toBe('');
      expect(await tile.getAttribute('aria-current')).toBe('true');
      await page.goBack();
      await shown(1);

      // Restricted as the other figures are, and by the keyboard alone.
      await page.getByRole('link', { name: 'ccc' }).click();
      await page.getByLabel('Provider').selectOption('anthropic');
      await until('the figure is that of the provider', async () => (await figure('needs-you')) === '2');
      await page.getByLabel('Period').focus();
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.dataset.figure')).toBe('needs-you');
      await page.keyboard.press('Enter');
      await shown(2);
      expect(new URL(page.url()).hash).toBe('#/?outcome=needs-you&provider=anthropic');
      await page.getByRole('combobox', { name: 'Project' }).selectOption('/home/user/docs');
      await until('nobody needs you', async () => (await figure('needs-you')) === '0');
      await shown(0);
      expect(await page.locator('.figures > .needs-you.some').count()).toBe(0);
      await until('the tab says nothing', async () => (await page.title()) === 'ccc');
    });

    it('says that an agent went on after its last review, without a reload', async () => {
      writeJournal();
      writeTranscripts();
      await open(await serve());
      await shown(5);
      expect(await figure('needs-you')).toBe('3');
      const row = page.locator('.sessions a', { hasText: 'Add a cart' });
      expect(await row.locator('.badge').getAttribute('class')).toContain('good');
      appendFileSync(transcriptOf('aaaa1111', 'shop'), answerAt('2026-11-14T10:00:00.000Z'));
      const text = 'approved; what came after that is NOT reviewed';
      await row.getByText(text, { exact: true }).waitFor();
      expect(await row.locator('.badge').getAttribute('class')).toContain('broken');
      expect(await row.locator('.badge').getAttribute('class')).not.toContain('good');
      expect(await figure('needs-you')).toBe('4');
      await page.getByLabel('Outcome').selectOption('needs-you');
      await shown(4);
      await row.click();
      await page.locator('.facts .badge.broken', { hasText: text }).waitFor();
      expect(await page.locator('.next').textContent()).toBe(reportMessages.en.nextStep.continue);
      await page.getByRole('button', { name: '中文' }).click();
      await page.getByText('通过；此后的工作未经审查', { exact: true }).waitFor();
    });

    it('says what a session is, and copies the command that continues it', async () => {
      writeJournal();
      await open(await serve());
      await page.getByText('Add a cart').click();
      const facts = page.locator('dl.facts > div');
      await facts.first().waitFor();
      const [first, last] = [madeUpJournal()[0], madeUpJournal()[1]].map((line) => {
        const time = new Date(line?.time ?? '');
        return `${localTime(time.toISOString())}:${String(time.getSeconds()).padStart(2, '0')}`;
      });
      expect(await facts.allTextContents()).toEqual([
        ...['Folder/home/user/shop · main', 'Sessionaaaa1111', `First record${first}`, `Last record${last}`],
      ]);
      expect(await page.locator('.timeline time').allTextContents()).toEqual([first, last]);
      expect(await page.title()).toBe('Add a cart – ccc');
      const command = 'cd /home/user/shop && ccc --resume aaaa1111';
      expect(await page.locator('.command code').textContent()).toBe(command);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const copy = page.getByRole('button', { name: 'Copy', exact: true });
      await copy.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command);

      await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
      await copy.click();
      await page.getByRole('status').getByText('The browser refused to copy.').waitFor();
      expect(await page.evaluate('getSelection().toString()')).toBe(command);
      await page.keyboard.press('Escape');
      await until('the title is that of the list again', async () => (await page.title()) === '(3) ccc');
    });

    it('says who was asked a question: the user, or nobody', async () => {
      const question = { event: 'PreToolUse', tool: 'AskUserQuestion', questions: ['Which currency?'], request: null };
      const at = (minute: number) => `2026-11-17T09:0${minute}:00.000Z`;
      const answers = [{ question: 'Which currency?', answer: 'EUR', ground: 'the README' }];
      const lines = [
        madeUpDecision('aaaa', at(0), { ...question, cause: 'answered', answers }),
        madeUpDecision('aaaa', at(1), { ...question, verdict: 'block', cause: 'unattended' }),
        madeUpDecision('aaaa', at(2), { ...question, verdict: 'block' }),
        madeUpDecision('aaaa', at(3), question),
      ];
      box.write(join(box.cccDir, 'reviews.jsonl'), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await open(await serve());
      await rows().getByText('ended while it waited for your answer').waitFor();
      await rows().click();
      const titles = () => page.locator('.timeline section:has-text("Which currency?") h3').allTextContents();
      await page.locator('.timeline').waitFor();
      expect(await titles()).toEqual([
        ...['The agent asked', 'Answered for you', 'The agent asked', 'The agent asked', 'It asks you'],
      ]);
      expect(await page.locator('article > p strong').textContent()).toBe('The agent asked');
      await page.getByRole('button', { name: '中文' }).click();
      expect((await titles())[0]).toBe('代理的提问');
    });

    it.each([
      ['light', false],
      ['dark', true],
    ])('draws what the evidence contradicts in another colour than what it backs, in %s', async (_, dark) => {
      const claims = ['backed', 'stale', 'contradicted', 'unbacked', 'undecidable'].map((status) => ({
        ...{ kind: 'test', quote: 'All tests pass.', status },
      }));
      const line = madeUpDecision('aaaa', '2026-11-17T09:00:00.000Z', { claims });
      box.write(join(box.cccDir, 'reviews.jsonl'), `${JSON.stringify(line)}\n`);
      await open(await serve(), { dark });
      const chart = page.locator('figure', { hasText: 'Claims by status' });
      await chart.waitFor();
      const colours = (selector: string, property: string) =>
        page.evaluate<string[]>(
          `[...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one)['${property}'])`,
        );
      const bars = await colours('.bar .backed, .bar .stale, .bar .contradicted, .bar .unbacked', 'fill');
      await rows().click();
      await page.locator('.timeline .status').first().waitFor();
      expect(bars).toEqual((await colours('.timeline .status', 'color')).slice(0, 4));
      expect(new Set(bars).size).toBe(3);
    });

    it('has durations as the commands say them, in both languages', async () => {
      const lines = [1_700, 65_000].map((duration_ms, at) =>
        madeUpDecision('aaaa', `2026-11-17T09:0${at}:00.000Z`, { duration_ms, cost_usd: null, count: null }),
      );
      box.write(join(box.cccDir, 'reviews.jsonl'), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await open(await serve());
      await rows().click();
      await page.locator('.timeline').waitFor();
      const durations = () => page.locator('.timeline .when span:last-child').allTextContents();
      expect(await durations()).toEqual(['1.7 s', '1 min 5 s']);
      await page.getByRole('button', { name: '中文' }).click();
      expect(await durations()).toEqual(['1.7 秒', '1 分 5 秒']);
    });

    it('restricts list, figures and charts to a period', async () => {
      const old = madeUpJournal().map((line) => ({ ...line, time: line.time.replace(/^\d{4}/, '2020') }));
      const recent = { ...old[0], time: new Date().toISOString(), session_id: 'ffff6666', supervisor_id: 'ffff6666' };
      const lines = [...old, { ...recent, verdict: 'allow', cause: 'review' }];
      box.write(join(box.cccDir, 'reviews.jsonl'), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await open(await serve());
      await shown(6);
      await page.getByLabel('Period').selectOption('Since yesterday');
      await shown(1);
      await until('the figures are those of the period', async () => (await figure('approvals')) === '1');
      expect(await figure('blocks')).toBe('0');
      await page.getByLabel('Period').selectOption('All time');
      await shown(6);
      // Yesterday or today, but longer ago than the report says by default.
      const before = { ...recent, time: new Date(Date.now() - 13 * 3_600_000).toISOString(), verdict: 'block' };
      const line = JSON.stringify({ ...before, session_id: 'aaaa7777', supervisor_id: 'aaaa7777' });
      appendFileSync(join(box.cccDir, 'reviews.jsonl'), `${line}\n`);
      await shown(7);
      await page.getByLabel('Period').selectOption('Since yesterday');
      await shown(2);
      await until('the figures are those since yesterday', async () => (await figure('blocks')) === '1');
      await page.getByLabel('Period').selectOption('Last 12 hours');
      await shown(1);
      await until('the figures are those of 12 hours', async () => (await figure('blocks')) === '0');
      expect([await figure('approvals'), await figure('needs-you')]).toEqual(['1', '0']);
      expect(new URL(page.url()).hash).toBe('#/?period=12h');
    });

    it('is dark where the system is, or where it is asked to be', async () => {
      writeJournal();
      const served = await serve();
      const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      const lightness = async () => {
        const [red = 0, green = 0, blue = 0] = (await ground()).match(/\d+/g)?.map(Number) ?? [];
        return (red + green + blue) / 3;
      };
      await open(served, { dark: true });
      await rows().first().waitFor();
      expect(await lightness()).toBeLessThan(60);
      await page.getByRole('button', { name: 'Switch to light' }).click();
      await until('the page to be light', async () => (await lightness()) > 200);
      await page.getByRole('button', { name: 'Switch to dark' }).click();
      await until('the page to be dark', async () => (await lightness()) < 60);
      await page.reload();
      await page.getByRole('button', { name: 'Switch to light' }).waitFor();
      await page.emulateMedia({ colorScheme: 'light' });
      await page.getByRole('button', { name: 'Switch to dark' }).waitFor();
      await page.getByRole('button', { name: '中文' }).click();
      await page.getByRole('button', { name: '切换到深色' }).click();
      await page.getByRole('button', { name: '切换到浅色' }).waitFor();
    });

    it('shows what it can of a journal that somebody has edited', async () => {
      const [line] = madeUpJournal();
      const wrong = {
        ...{
          claims: [null, 7],
          findings: [null],
          checks: [null, 'x'],
          since_last: true,
          notices: [{}],
          answers: [null],
        },
        ...{ feedback: { type: 'script', props: { children: 'document.title=1' } }, duration_ms: 'long', count: {} },
      };
      const lines = [{ ...line, ...wrong }, { ...line, time: 7 }, line, { ...line, folder: 7, request: [] }];
      box.write(join(box.cccDir, 'reviews.jsonl'), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await open(await serve());
      await rows().first().click();
      await page.locator('.timeline').waitFor();
      await page.getByText('src/cart.ts:12 is still a stub.').first().waitFor();
      expect(await page.title()).not.toBe('1');
      expect(await page.locator('main script').count()).toBe(0);
    });

    it('has a hundred sessions at a time of 100,000 reviews', async () => {
      const [line] = madeUpJournal();
      const text = (at: number) =>
        `${JSON.stringify({ ...line, session_id: `s${at >> 2}`, supervisor_id: `s${at >> 2}`, request: `task ${at >> 2}` })}\n`;
      box.write(join(box.cccDir, 'reviews.jsonl'), Array.from({ length: 100_000 }, (_, at) => text(at)).join(''));
      await open(await serve());
      await page.locator('.count', { hasText: '100 of 25000 sessions' }).waitFor();
      expect(await rows().count()).toBe(100);
      // The figures are another request.
      await page.locator('.chart').first().waitFor();
      const bottom = (part: string) =>
        page.evaluate<number>(`document.querySelector('${part}').getBoundingClientRect().bottom`);
      expect((await bottom('.charts')) - (await bottom('.chart:last-child'))).toBeLessThan(20);
      await page.getByRole('button', { name: 'Show more' }).click();
      await shown(200);
      await page.getByLabel('Search').fill('task 1');
      await page.locator('.count', { hasText: '200 of 11111 sessions that match, 25000 in all' }).waitFor();
      await page.getByLabel('Search').fill('task 24999');
      await shown(1);
      expect(await page.locator('.count').textContent()).toBe('1 of 25000 sessions');
    });

    it.each([1200, 360])('ends where its content ends, with many days, at %i px', async (width) => {
      const [line] = madeUpJournal();
      const day = (back: number) => new Date(Date.UTC(2026, 10, 17, 9) - back * 86_400_000).toISOString();
      const approvals = Array.from({ length: 80 }, (_, at) => ({
        ...{ ...line, verdict: 'allow', cause: 'review' },
        // Two digits for the axis: twenty of them are of one day.
        time: day(Math.max(0, at - 20)),
      }));
      box.write(join(box.cccDir, 'reviews.jsonl'), approvals.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await open(await serve(), { width });
      await shown(1);
      const blank = () =>
        page.evaluate<number>(`document.documentElement.scrollHeight - Math.max(
          ...[...document.querySelectorAll('main *')]
            .filter((one) => !one.closest('.unseen'))
            .map((one) => one.getBoundingClientRect().bottom + scrollY))`);
      if (width < 960) await page.getByText('Charts', { exact: true }).click();
      await page.getByText('Time to a verdict').waitFor();
      expect(await blank()).toBeLessThan(40);
      const labels = await page.evaluate<{ text: string; lines: number }[]>(`
        [...document.querySelectorAll('.axis .label')].map((label) => {
          const range = document.createRange();
          range.selectNodeContents(label);
          return { text: label.textContent, lines: new Set([...range.getClientRects()].map(({ top }) => top)).size };
        })`);
      expect(labels[0]?.text).toMatch(/^2\d$/);
      expect(labels.filter(({ lines }) => lines > 1)).toEqual([]);
    });

    it('keeps its filters on reload, on the way back, and with another address', async () => {
      writeJournal();
      await open(await serve());
      await rows().first().waitFor();
      await page.getByLabel('Provider').selectOption('anthropic');
      await page.getByLabel('Search').fill('cart');
      await shown(1);
      const address = new URL(page.url());
      expect(address.hash).toBe('#/?q=cart&provider=anthropic');
      await page.reload();
      await shown(1);
      expect(await page.getByLabel('Search').inputValue()).toBe('cart');
      expect(await page.getByLabel('Provider').inputValue()).toBe('anthropic');
      await until('the figures are those of the provider', async () => (await figure('approvals')) === '1');

      const back = [
        () => page.goBack(),
        () => page.keyboard.press('Escape'),
        () => page.getByText('All sessions').click(),
      ];
      for (const leave of back) {
        await rows().first().click();
        await page.locator('.timeline').waitFor();
        await page.reload();
        await page.locator('.timeline').waitFor();
        await leave();
        await shown(1);
        expect(new URL(page.url()).href).toBe(address.href);
      }
      await page.getByRole('link', { name: 'ccc' }).click();
      await shown(5);
      expect(await page.getByLabel('Search').inputValue()).toBe('');
      await page.evaluate("location.hash = '#/?project=/no/such&period=x'");
      await page.getByText('No session matches.').waitFor();
      expect(await page.getByRole('combobox', { name: 'Project' }).inputValue()).toBe('/no/such');
    });

    it('says of a session without a request that none was recorded', async () => {
      const place = { folder: '/home/user/shop', branch: null, provider: null, client_pid: null };
      const ids = { session_id: 'aaaa-1111', supervisor_id: 'aaaa-1111' };
      const line = { ...ids, ...place, v: 2, time: '2026-11-17T09:00:00.000Z', session: 'started', why: 'startup' };
      box.write(join(box.cccDir, 'reviews.jsonl'), `${JSON.stringify(line)}\n`);
      await open(await serve());
      await shown(1);
      expect(await rows().locator('.request').textContent()).toBe('(no request recorded) aaaa-1111');
      expect(await rows().locator('.request small').textContent()).toBe('aaaa-1111');
      await page.getByRole('button', { name: '中文' }).click();
      await rows().click();
      await page.getByRole('heading', { name: '（未记录要求） aaaa-1111' }).waitFor();
    });

    it('says what to do about a session that needs the user, and of no other', async () => {
      writeJournal();
      await open(await serve());
      await page.getByText('Fix the build').click();
      expect(await page.locator('.next').textContent()).toBe(reportMessages.en.nextStep.failed);
      await page.getByRole('button', { name: '中文' }).click();
      expect(await page.locator('.next').textContent()).toBe(reportMessages.zh.nextStep.failed);
      await page.keyboard.press('Escape');
      await page.getByText('Rename the module').click();
      await page.locator('.timeline').waitFor();
      expect(await page.locator('.next').count()).toBe(0);
    });

    it('draws days without work, and says so where no task was approved', async () => {
      const [line] = madeUpJournal();
      const lines = [14, 17].map((day) => ({ ...line, time: `2026-11-${day}T12:00:00Z` }));
      box.write(join(box.cccDir, 'reviews.jsonl'), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await open(await serve());
      const chart = (title: string) => page.locator('figure', { hasText: title });
      await chart('Verdicts per day').waitFor();
      expect(await chart('Verdicts per day').locator('th').allTextContents()).toEqual([
        ...['11-14', '11-15', '11-16', '11-17'],
      ]);
      expect(await chart('Cost of reviews per day').locator('svg g').count()).toBe(4);
      expect(await chart('Rounds to approval').locator('p').textContent()).toBe('No task was approved.');
      await page.getByRole('button', { name: '中文' }).click();
      expect(await chart('通过所需的轮数').locator('p').textContent()).toBe('没有任务通过。');
    });

    it('tells projects apart whose folders have the same name', async () => {
      const lines = ['client-a', 'client-b'].map((client) => ({
        ...madeUpJournal()[0],
        ...{ session_id: client, supervisor_id: client, request: client, folder: `/home/user/${client}/web` },
      }));
      box.write(join(box.cccDir, 'reviews.jsonl'), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
      await open(await serve());
      await shown(2);
      const project = page.getByRole('combobox', { name: 'Project' });
      expect(await project.locator('option').allTextContents()).toEqual(['Any', 'client-a/web', 'client-b/web']);
      await project.selectOption('client-b/web');
      await shown(1);
      expect(await project.getAttribute('title')).toBe('/home/user/client-b/web');
      expect(await rows().locator('.place').textContent()).toBe('client-b/web · main');
      expect(await rows().locator('.place').getAttribute('title')).toBe('/home/user/client-b/web');
      await rows().click();
      await page.locator('.facts dd', { hasText: '/home/user/client-b/web · main' }).waitFor();
    });

    it('keeps what is being typed when the page changes meanwhile', async () => {
      writeJournal();
      await open(await serve());
      await rows().first().waitFor();
      const typed = await page.evaluate(`(async () => {
        const box = document.getElementById('search');
        box.value = 're';
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
        document.querySelector('header button').click();
        await new Promise((drawn) => setTimeout(drawn));
        return box.value;
      })()`);
      expect(typed).toBe('re');
    });

    it('can be used with the keyboard alone', async () => {
      writeJournal();
      await open(await serve());
      await rows().first().waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('rename');
      await shown(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('.timeline').waitFor();
      expect(await page.locator('h1').textContent()).toBe('Rename the module');
      const focused = () => page.evaluate<string>('document.activeElement.textContent');
      await until('the title has the focus', async () => (await focused()) === 'Rename the module');
      await page.keyboard.press('Escape');
      await page.locator('#search').waitFor();
      await until('the row has the focus', async () => (await focused()).startsWith('Rename the module'));
      await page.keyboard.press('ArrowUp');
      expect(await page.evaluate('document.activeElement.id')).toBe('search');
    });

    it('leaves room for the request beside a long provider and branch', async () => {
      const [line] = madeUpJournal();
      const long = { ...line, provider: 'p'.repeat(40), branch: 'b'.repeat(60), request: 'Add a cart to the shop' };
      box.write(join(box.cccDir, 'reviews.jsonl'), `${JSON.stringify(long)}\n`);
      await open(await serve(), { width: 360 });
      const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      for (const width of [360, 500, 700]) {
        await page.setViewportSize({ width, height: 800 });
        const request = rows().locator('.request');
        await request.waitFor();
        expect((await request.boundingBox())?.width, `${width}`).toBeGreaterThanOrEqual(200);
        expect(await overflow(), `${width}`).toBe(0);
      }
      await page.setViewportSize({ width: 360, height: 800 });
      await rows().first().click();
      await page.locator('.timeline').waitFor();
      expect(await overflow()).toBe(0);
    });

    it.each([
      ['light', false],
      ['dark', true],
    ])('has no barrier that axe finds, and fits 360 px, in %s', async (_, dark) => {
      writeJournal();
      writeTranscripts();
      appendFileSync(transcriptOf('eeee5555', 'shop'), answerAt('2026-11-18T09:00:00.000Z'));
      await open(await serve(), { dark, width: 360 });
      const check = async (where: string) => {
        expect(await violations(), where).toEqual([]);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width, where).toBeLessThanOrEqual(360);
      };
      await rows().first().waitFor();
      expect(await rows().first().locator('.badge.long').count()).toBe(1);
      await page.getByText('Charts', { exact: true }).click();
      // Through the debugger: the policy of the page does not let another script in.
      await page.evaluate(AXE);
      await check('list');
      await page.getByRole('button', { name: '中文' }).click();
      await page.getByText('会话', { exact: true }).waitFor();
      await check('list in Chinese');
      await page.locator('[data-figure=needs-you]').click();
      await shown(4);
      await check('what needs you');
      await rows().first().click();
      await page.locator('.timeline').waitFor();
      await check('session in Chinese');
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByText('All sessions').waitFor();
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.locator('.command [role=status]:not(:empty)').waitFor();
      await check('session');
      // A line of version 1 names neither folder nor request.
      const { folder, branch, request, ...old } = madeUpJournal()[0] as JournalEntry;
      const json = JSON.stringify({ ...old, v: undefined, session_id: 'old-one', supervisor_id: 'old-one' });
      appendFileSync(join(box.cccDir, 'reviews.jsonl'), `${json}\n`);
      await page.goto(`${page.url().split('#')[0]}#/session/old-one`);
      await page.reload();
      await page.evaluate(AXE);
      await page.getByRole('heading', { name: '(no request recorded) old-one' }).waitFor();
      await check('a session of version 1');
      await page.goto(`${page.url().split('#')[0]}#/session/nobody`);
      await page.getByText('There is no such session in the journal.').waitFor();
      await check('no session');
    });

    it('has no barrier that axe finds at 1280 px, with its charts, in light and dark', async () => {
      writeJournal();
      await open(await serve(), { width: 1280 });
      await rows().first().waitFor();
      await page.getByText('Time to a verdict').waitFor();
      await page.evaluate(AXE);
      const check = async (where: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const other = colorScheme === 'light' ? 'dark' : 'light';
          await page.getByRole('button', { name: `Switch to ${other}` }).waitFor();
          expect(await violations(), `${where}, ${colorScheme}`).toEqual([]);
        }
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width, where).toBeLessThanOrEqual(1280);
      };
      await check('list');
      await page.getByText('Add a cart').click();
      await page.locator('.timeline').waitFor();
      await check('session');
    });
  });
});
