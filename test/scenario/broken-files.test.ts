import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, ROOT } from '../support/builds.ts';
import { decisionOf } from '../support/sandbox.ts';
import { useScenario } from '../support/scenario.ts';

const LONG = 'x'.repeat(129);
const UUID = '6d6a9e3a-b908-4612-a7ea-41a01eced3c3';

/** `ccc.json` → what the log says is wrong with it: which key, where, and what to write instead. */
const BAD_CONFIG: [what: string, text: string, problems: object[]][] = [
  [
    'max_iterations out of range',
    '{\n  "supervisor": {\n    "max_iterations": 0\n  }\n}',
    [{ key: 'supervisor.max_iterations', line: 3, column: 23, fix: 'write a whole number from 1 to 100' }],
  ],
  [
    'max_iterations in words',
    '{ "supervisor": { "max_iterations": "50" } }',
    [{ key: 'supervisor.max_iterations', line: 1, column: 37, fix: 'write a whole number from 1 to 100' }],
  ],
  [
    'every value wrong, and a comment before them',
    `// mine
{
  "supervisor": {
    "enabled": "yes",
    "max_iterations": 101,
    "timeout_seconds": 5,
    "question_timeout_seconds": 601,
    "on_failure": "maybe",
    "max_iteration": 50,
  },
}`,
    [
      { key: 'supervisor.enabled', line: 4, column: 16, fix: 'write true or false' },
      { key: 'supervisor.max_iterations', line: 5, column: 23, fix: 'write a whole number from 1 to 100' },
      { key: 'supervisor.timeout_seconds', line: 6, column: 24, fix: 'write a whole number from 10 to 3600' },
      { key: 'supervisor.question_timeout_seconds', line: 7, column: 33, fix: 'write a whole number from 5 to 600' },
      { key: 'supervisor.on_failure', line: 8, column: 19, fix: 'write "auto" or "deny" or "ask"' },
      {
        key: 'supervisor.max_iteration',
        line: 9,
        column: 22,
        fix: expect.stringMatching(/^unknown key .*max_iterations/),
      },
    ],
  ],
  [
    'supervisor a list',
    '{\n"supervisor": [true]\n}',
    [{ key: 'supervisor', line: 2, column: 15, fix: 'write an object: "supervisor": { … }' }],
  ],
  ['a list', '[]', [{ key: '', line: 1, column: 1, fix: 'write one JSON object: { … }' }]],
  ['broken off', '{\n  "supervisor": {\n', [{ key: '', line: 3, column: 1, fix: expect.any(String) }]],
  ['not JSON', 'max_iterations: 50\n', [{ key: '', line: 1, column: 1, fix: expect.any(String) }]],
  ['empty', '', [{ key: '', fix: 'the file is empty' }]],
];

const BAD_IDS: [what: string, id: string][] = [
  ['a separator', 'a/b'],
  ['a way out', '../outside'],
  ['a dot first', '.hidden'],
  ['a space', 'a b'],
  ['a newline', 'a\nb'],
  ['too many characters', LONG],
];

describe.each(BUILDS)('bad surroundings, $name', (build) => {
  const { api, box } = useScenario(build, { script: () => block('go on') });

  const log = (id: string) =>
    readFileSync(join(box.cccDir, `supervisor-${id}.log`), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const problems = (id: string) => log(id).filter(({ message }) => message === 'ccc.json: a default is used');

  describe('ccc.json', () => {
    it.each(BAD_CONFIG)('%s: the hook goes on with the defaults and logs what to write', async (_, text, expected) => {
      const file = box.write(`${box.claudeDir}/ccc.json`, text);
      expect(decisionOf(await box.hook({ session_id: 'a' }))).toEqual({ reason: 'supervisor mode disabled' });
      expect(problems('a')).toMatchObject(expected.map((problem) => ({ file, ...problem })));
      expect(problems('a')).toHaveLength(expected.length);
      expect(box.journal()).toMatchObject([{ verdict: 'allow', cause: 'off', max: 20 }]);
      expect(readFileSync(file, 'utf8')).toBe(text);
    });

    it('a wrong value leaves the others in force', async () => {
      box.config({ max_iterations: 7, timeout_seconds: 'soon' });
      await box.hook({ session_id: 'a' });
      expect(box.journal()).toMatchObject([{ max: 7 }]);
    });

    it('broken: a supervised session is still reviewed, and the user is notified where it breaks', async () => {
      await box.supervise('a');
      const file = box.write(`${box.claudeDir}/ccc.json`, '{\n  "supervisor": {\n');
      const { systemMessage, ...rest } = decisionOf(await box.hook({ session_id: 'a', hook_event_name: 'Stop' }));
      expect(rest).toEqual({ decision: 'block', reason: 'go on' });
      expect(systemMessage).toContain(file);
      expect(systemMessage).toContain(': 3:1, ');
    });

    it('a folder: the hook goes on and says so', async () => {
      mkdirSync(join(box.claudeDir, 'ccc.json'));
      decisionOf(await box.hook({ session_id: 'a' }));
      expect(problems('a')).toMatchObject([{ key: '', fix: 'check its permissions (EISDIR)' }]);
    });
  });

  it('SUPERVISOR.md is a folder: the built-in prompt is used, and the log says why', async () => {
    await box.supervise('a');
    mkdirSync(join(box.claudeDir, 'SUPERVISOR.md'));
    expect(decisionOf(await box.hook({ session_id: 'a' }))).toEqual({ decision: 'block', reason: 'go on' });
    expect(api.requests[0]?.lastUserText).toContain(readFileSync(join(ROOT, 'src/review/prompt.md'), 'utf8').trim());
    expect(log('a').map(({ message }) => message)).toContain(
      'SUPERVISOR.md could not be read; the built-in prompt is used',
    );
  });

  it('the transcript of a real id is missing: a fresh reviewer, still a verdict', async () => {
    await box.supervise(UUID);
    const transcript_path = join(box.claudeDir, 'projects', 'gone', `${UUID}.jsonl`);
    const run = await box.hook({ session_id: UUID, transcript_path, hook_event_name: 'Stop' });
    expect(decisionOf(run)).toMatchObject({ decision: 'block', reason: 'go on' });
    expect(box.journal()).toMatchObject([{ verdict: 'block', cause: 'review', context: 'fresh', count: 1 }]);
  });

  it('journal and log are folders: the verdict stands, and the user is notified about the journal', async () => {
    await box.supervise('a');
    // Turning supervision on has written a line into it.
    rmSync(join(box.cccDir, 'reviews.jsonl'));
    mkdirSync(join(box.cccDir, 'reviews.jsonl'));
    mkdirSync(join(box.cccDir, 'supervisor-a.log'));
    const { systemMessage, ...rest } = decisionOf(await box.hook({ session_id: 'a', hook_event_name: 'Stop' }));
    expect(rest).toEqual({ decision: 'block', reason: 'go on' });
    expect(systemMessage).toContain('The journal could not be written (EISDIR).');
    expect(box.state('a').count).toBe(1);
  });

  describe('a claude that cannot be started', () => {
    const question = { session_id: 'a', hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion', tool_input: {} };
    const program = (name: string, text: string, mode: number) => {
      const path = box.write(name, text);
      chmodSync(path, mode);
      return path;
    };
    const CLAUDES: [what: string, claude: () => string, said: RegExp][] = [
      [
        'missing',
        () => join(box.dir, 'no-claude'),
        /^CCC_CLAUDE is not an executable program: .*no-claude\n.*full path/,
      ],
      ['a folder', () => box.project, /^CCC_CLAUDE is not an executable program: .*project\n.*full path/],
      [
        'not executable',
        () => program('claude', '#!/bin/sh\n', 0o644),
        /^CCC_CLAUDE is not an executable program: .*claude\n/,
      ],
      [
        'not a program',
        () => program('claude', '\x7fELF and no more', 0o755),
        /without an answer: .*127|could not be started \(ENOEXEC\)/,
      ],
      [
        'a program that ends at once',
        () => program('claude', '#!/bin/sh\nexit 3\n', 0o755),
        /without an answer: .*code 3/,
      ],
      [
        'a program that talks nonsense',
        () => program('claude', '#!/bin/sh\necho hello\n', 0o755),
        /ended without an answer; is that really Claude Code/,
      ],
    ];

    it.each(CLAUDES)('%s: a Stop fails with exit 1 and the fix, a question is denied', async (_, claude, said) => {
      await box.supervise('a');
      box.env = { CCC_CLAUDE: claude() };

      const stop = await box.hook({ session_id: 'a', hook_event_name: 'Stop' });
      expect([stop.code, stop.stdout]).toEqual([1, '']);
      const [, why = ''] =
        /^supervisor SDK failed: ([\s\S]+)\nNOT reviewed: .+\nDetails: \S+\/supervisor-a\.log\n$/.exec(stop.stderr) ??
        [];
      expect(why).toMatch(said);

      const { hookSpecificOutput, systemMessage } = decisionOf(await box.hook(question));
      expect(hookSpecificOutput).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' });
      expect(hookSpecificOutput.permissionDecisionReason).toMatch(/could not be reviewed/);
      expect(systemMessage).toMatch(/^ccc: the review failed/);

      box.config({ on_failure: 'ask' });
      const asked = await box.hook(question);
      expect([asked.code, asked.stdout, asked.stderr]).toEqual([
        1,
        '',
        expect.stringMatching(/^supervisor SDK failed: /),
      ]);

      expect(box.state('a').count).toBe(3);
      expect(box.journal().map(({ verdict, count }) => [verdict, count])).toEqual([
        ['failed', 1],
        ['failed', 2],
        ['failed', 3],
      ]);
      expect(api.requests).toHaveLength(0);
    });
  });

  describe('ids from the environment', () => {
    it.each(BAD_IDS)('CCC_SUPERVISOR_ID with %s: exit 1, whoever reads it', async (_, id) => {
      const before = box.contents();
      for (const args of [
        ['supervisor-hook'],
        ['supervisor-mode'],
        ['supervisor-mode', 'on'],
        ['supervisor-mode', 'off'],
      ]) {
        const { code, stdout, stderr } = await box.ccc(args, { session_id: 'a' }, { CCC_SUPERVISOR_ID: id });
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/^ccc: CCC_SUPERVISOR_ID is not a valid id: "[^\n]+\nUse at most 128 letters, digits/);
        expect(stderr).toContain(JSON.stringify(id));
      }
      expect(box.contents()).toEqual(before);
    });

    it.each([[[]], [['on']], [['off']]])(
      'supervisor-mode %j without an id: exit 2, naming both variables',
      async (args) => {
        const before = box.contents();
        const { code, stdout, stderr } = await box.ccc(['supervisor-mode', ...args], null);
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toMatch(/CCC_SUPERVISOR_ID.*CLAUDE_CODE_SESSION_ID/);
        expect(box.contents()).toEqual(before);
      },
    );

    it('empty variables are unset ones', async () => {
      const empty = { CCC_SUPERVISOR_ID: '', CLAUDE_CODE_SESSION_ID: '' };
      expect((await box.ccc(['supervisor-mode'], null, empty)).code).toBe(2);
      expect(decisionOf(await box.hook({ session_id: 'a' }, empty))).toEqual({ reason: 'supervisor mode disabled' });
    });

    it.each([[['maybe']], [['ON']], [['']], [['on', 'off']], [['--force']]])(
      'supervisor-mode %j: exit 2 and the usage',
      async (args) => {
        const before = box.contents();
        const { code, stdout, stderr } = await box.ccc(['supervisor-mode', ...args], null, { CCC_SUPERVISOR_ID: 'a' });
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toMatch(/Usage: ccc supervisor-mode \[on\|off\]/);
        expect(box.contents()).toEqual(before);
      },
    );
  });

  /** The words for people are translated; what a program may look for (the fixed first words, names, codes) is not. */
  describe('CCC_LANG=zh', () => {
    const zh = { CCC_LANG: 'zh' };
    const CHINESE = /[\u4e00-\u9fff]/;

    it('a review that failed', async () => {
      await box.supervise('a');
      const run = await box.hook({ session_id: 'a' }, { ...zh, CCC_CLAUDE: '/nowhere' });
      expect([run.code, run.stdout]).toEqual([1, '']);
      expect(run.stderr).toMatch(/^supervisor SDK failed: CCC_CLAUDE .*：\/nowhere\n/);
      expect(run.stderr).toMatch(CHINESE);
    });

    it('a review', async () => {
      await box.supervise('a');
      const { systemMessage, ...rest } = decisionOf(await box.hook({ session_id: 'a', hook_event_name: 'Stop' }, zh));
      expect(rest).toEqual({ decision: 'block', reason: 'go on' });
      expect(systemMessage).toMatch(/^ccc：.*第 1\/20 轮/);
    });

    it.each([
      ['a damaged state', 1, ['supervisor-hook'], { session_id: 'a' }, {}, /^ccc: .*supervisor-a\.json/],
      [
        'a bad id',
        1,
        ['supervisor-hook'],
        { session_id: 'b' },
        { CCC_SUPERVISOR_ID: '../b' },
        /^ccc: CCC_SUPERVISOR_ID /,
      ],
      [
        'an unknown argument',
        1,
        ['supervisor-hook', '--bogus'],
        {},
        {},
        /ccc supervisor-hook \[--session-id ID \| --background \| --tell\]/,
      ],
      ['an unknown mode', 2, ['supervisor-mode', 'maybe'], {}, {}, /ccc supervisor-mode \[on\|off\]/],
      ['no id', 2, ['supervisor-mode'], {}, {}, /CCC_SUPERVISOR_ID.*CLAUDE_CODE_SESSION_ID/],
    ])('%s', async (_, code, args, input, env, fixed) => {
      box.write(`${box.cccDir}/supervisor-a.json`, 'damaged');
      const run = await box.ccc(args, input, { ...zh, ...env });
      expect([run.code, run.stdout]).toEqual([code, '']);
      expect(run.stderr).toMatch(fixed);
      expect(run.stderr).toMatch(CHINESE);
    });

    it('unreadable input keeps its fixed first words', async () => {
      const run = await box.hook('garbage', zh);
      expect([run.code, run.stdout, run.stderr]).toEqual([
        2,
        '',
        expect.stringMatching(/^failed to parse hook input: /),
      ]);
    });
  });
});
