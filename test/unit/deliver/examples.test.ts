import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SessionList } from '../../../src/history/sessions.ts';
import { outcomeTexts } from '../../../src/i18n/outcomes.ts';
import { madeUpDecision } from '../../support/made-up-journal.ts';
import { ROOT } from '../../support/sandbox.ts';
import { temporaryFolder, write } from '../folder.ts';

interface Examples {
  outcome: string;
  scripts: string[];
}

function examplesIn(file: string, begins: string, ends: string): Examples {
  const guide = readFileSync(join(ROOT, 'docs', file), 'utf8');
  const section = guide.slice(guide.indexOf(begins), guide.indexOf(ends));
  const [outcome = '', ...scripts] = [...section.matchAll(/```sh\n(#!\/bin\/sh\n[\s\S]*?)```/g)].map(
    ([, text = '']) => text,
  );
  return { outcome, scripts };
}
const guides = {
  en: examplesIn('guide.md', '## Notifications', '## Old files'),
  zh: examplesIn('guide.zh-CN.md', '## 收到通知', '## 旧文件'),
};
const { scripts } = guides.en;

const NASTY = '@/etc/passwd $(touch ran) `touch ran` "q" \'s\' <b>x</b> \\n -e; touch ran';
const approved = {
  ...{ event: 'Stop', verdict: 'allow', cause: 'review', request: NASTY, folder: '/p' },
  ...{ touched: [], changed_settings: [] },
};

const question = {
  ...{ ...approved, event: 'PreToolUse', tool: 'AskUserQuestion', request: 'Add a store' },
  questions: ['Which database?', 'Which parts?'],
};

/** No network and no desktop is here: programs of these names record what they are given. */
function tell(script: string, record: object | string, language: keyof typeof guides = 'en') {
  const dir = temporaryFolder();
  const recorder = `#!/bin/sh\nfor one; do printf '%s\\n' "$one"; done > ${dir}/args\ncat > ${dir}/stdin\n`;
  for (const name of ['curl', 'notify-send', 'osascript']) {
    write(join(dir, 'bin', name), recorder);
    chmodSync(join(dir, 'bin', name), 0o755);
  }
  chmodSync(write(join(dir, 'bin', 'ccc-outcome'), guides[language].outcome), 0o755);
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
  it('are four', () => {
    expect(scripts).toHaveLength(4);
    expect(guides.zh.scripts).toEqual(scripts);
  });

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
        { ...question, verdict: 'block' },
        { ...question, cause: 'answered' },
        { session: 'started', why: 'startup' },
        { mode: 'off' },
      ])
        expect(tell(script, record)).toMatchObject({ status: 0, args: undefined });
    },
  );

  describe.each([
    ['en', ': ', 'NOT reviewed (background)', 'API error (rate_limit), NOT reviewed'],
    ['zh', '：', '未经审查（background）', 'API 出错（rate_limit），未经审查'],
  ] as const)('in the guide of the language %s', (language, colon, background, apiError) => {
    const said = (record: object) => tell(guides[language].scripts[0] ?? '', record, language);

    it.each<[record: object, text: string]>([
      ...(['stall', 'limit', 'budget', 'impossible', 'overruled'] as const).map((cause): [object, string] => [
        { cause },
        outcomeTexts[language][cause],
      ]),
      [{ touched: ['a.ts'] }, outcomeTexts[language]['files-changed']],
      [{ changed_settings: ['ccc.json'] }, outcomeTexts[language]['settings-changed']],
      [{ verdict: 'failed', cause: 'api' }, outcomeTexts[language].failed],
      [{ cause: 'background' }, background],
      [{ api_error: 'rate_limit', event: undefined, verdict: undefined }, apiError],
      [{}, outcomeTexts[language].approved],
    ])('say in the words of ccc what ended, and call approved only what was: %o', (record, text) => {
      expect(said({ ...approved, ...record }).stdin).toContain(`p${colon}${text}${colon}@/etc`);
    });
  });

  it.each<[language: 'en' | 'zh', change: object, text: string]>([
    ['en', {}, 'p: waits for your answer: Which database? / Which parts?'],
    ['en', { cause: 'limit' }, 'p: waits for your answer: Which database? / Which parts?'],
    [
      'en',
      { verdict: 'failed', cause: 'api', questions: ['Which?'] },
      'p: review failed, may wait for your answer: Which?',
    ],
    ['en', { questions: undefined }, 'p: waits for your answer: Add a store'],
    ['en', { questions: [NASTY] }, `p: waits for your answer: ${NASTY}`],
    ['en', { tool: 'ExitPlanMode', questions: undefined }, 'p: waits for you to approve a plan: Add a store'],
    ['zh', {}, 'p：在等你回答：Which database? / Which parts?'],
    ['zh', { verdict: 'failed', cause: 'api' }, 'p：审查失败，可能在等你回答：Which database? / Which parts?'],
    ['zh', { tool: 'ExitPlanMode', questions: undefined }, 'p：在等你批准计划：Add a store'],
  ])('%s: tell what waits for the user: %o', (language, change, text) => {
    const told = tell(guides[language].scripts[0] ?? '', { ...question, ...change }, language);
    expect(told).toMatchObject({ status: 0, stderr: '', stdin: text, ran: false });
  });

  const verdicts = ['allow', 'block', 'failed'] as const;
  const causes = ['review', 'answered', 'overruled', 'off', 'limit', 'budget', 'unattended', 'api'];
  const tools = ['AskUserQuestion', 'ExitPlanMode', 'Bash'];
  it.each(tools.flatMap((tool) => verdicts.map((verdict) => ({ tool, verdict }))))(
    'take for a question to the user what ccc takes for one: %o',
    (fields) => {
      const lines = causes.flatMap((cause) =>
        [{}, { plan_approved: true as const }].map((more) =>
          madeUpDecision('a', '2026-11-14T09:00:00.000Z', { event: 'PreToolUse', ...fields, cause, ...more }),
        ),
      );
      const asked = lines.filter((line) => {
        const sessions = new SessionList();
        sessions.add(line);
        return sessions.get('a')?.asked;
      });
      const records = lines.map((line) => JSON.stringify({ ...line, folder: `/${lines.indexOf(line)}` })).join('\n');
      const told = tell('#!/bin/sh\n~/bin/ccc-outcome > ~/stdin\n', records).stdin ?? '';
      expect(told.match(/^\d+/gm) ?? []).toEqual(asked.map((line) => String(lines.indexOf(line))));
    },
  );

  it('the text is never an option or the name of a file, and no markup on Linux', () => {
    const [ntfy = '', slack = '', , linux = ''] = scripts;
    expect(tell(ntfy, approved)).toMatchObject({ stdin: `p: approved: ${NASTY}` });
    expect(JSON.parse(tell(slack, approved).stdin ?? '')).toEqual({ text: `p: approved: ${NASTY}\n` });
    expect(tell(linux, approved).args).toContain('&lt;b&gt;x&lt;/b&gt;');
  });
});
