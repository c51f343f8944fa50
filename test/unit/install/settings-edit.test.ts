import { describe, expect, it } from 'vitest';
import { cccHooksIn, registrationOf } from '../../../src/claude/found-hooks.ts';
import { BLOCK_CAP, type HookEntry, type HookSettings, hookLabel, ourHooks } from '../../../src/claude/hooks.ts';
import { JUDGED_EVENTS } from '../../../src/config/schema.ts';
import { NO_SUPERVISOR_SECTION } from '../../../src/config/supervisor-config.ts';
import { launchMessages } from '../../../src/i18n/launch.ts';
import { type InstalledParts, withOurHooks, withoutOurHooks } from '../../../src/install/settings-edit.ts';
import { parseJsonc } from '../../../src/platform/json/parse.ts';
import { bySize } from '../../support/builds.ts';
import { settingsFile } from '../../support/settings-files.ts';

const COMMAND = '/usr/local/bin/ccc supervisor-hook';
const hooksFor = (settings: Partial<HookSettings> = {}) =>
  ourHooks('/usr/local/bin/ccc', { ...NO_SUPERVISOR_SECTION.supervisor, ...settings }, launchMessages.en);
const WANTED = hooksFor();
const WANTED_LATER = {
  'for every event': hooksFor({ events: [...JUDGED_EVENTS], tools: ['Bash', 'Edit', 'mcp__.*', '^Note'] }),
  'for questions alone': hooksFor({ events: [] }),
  'for nothing that is reviewed': hooksFor({ events: [], tools: [] }),
  'in the background': hooksFor({ review: 'background', tools: ['AskUserQuestion', 'ExitPlanMode'] }),
};
/** What the hooks of ours in these settings are registered for. */
const labelsIn = (hooks: unknown) => cccHooksIn(hooks).map((found) => hookLabel(registrationOf(found)));
const LAYOUTS = [
  // Both on one line, so that what is added to the first changes the line that the second begins on.
  '{\n"hooks": {  },\t"env": {\n\n\t   }, "a": 1 }',
  '{ "hooks": { "Stop": [ ], "PreToolUse": [\n] },\r\n  "env": {} }',
  '{"hooks":{"PreToolUse":[]},"env":{}}',
  '{"hooks":{"Stop":[]}}',
  '{\n  "hooks": {\n    // none yet\n  },\n  "env": { /* nor here */ }\n}\n',
  '/* first */ { /* second */ // third\n} // fourth',
  '{\r}',
  '{"a": {"hooks": {}, "env": {}}}',
];
const FILES = Array.from({ length: 200 }, (_, i) => settingsFile(i + 1));

const bare = (text: string) => text.replace(/^\uFEFF/, '');
async function settingsIn(text: string) {
  const parsed = await parseJsonc(text);
  if (parsed.error !== undefined) throw new Error(`${parsed.error.code} in\n${text}`);
  // biome-ignore lint/suspicious/noExplicitAny: settings are looked into freely
  return parsed.value as any;
}

describe('200 generated settings files', () => {
  it('are what they claim to be', () => {
    const having = (pattern: RegExp) => FILES.filter(({ text }) => pattern.test(text)).length;
    for (const pattern of [
      /^\uFEFF/,
      /\r\n/,
      /\n\t/,
      /\/\/ /,
      /\/\*/,
      /,\s*[\]}]/,
      /"Stop"/,
      /"hooks": ?\{\}/,
      /^[^\n]+$/,
    ])
      expect(having(pattern), String(pattern)).toBeGreaterThan(5);
    expect(new Set(FILES.map(({ text }) => text)).size).toBeGreaterThan(180);
  });

  it.each(FILES)('$seed: what is added is what is wanted, and all else is as it was', async ({ text }) => {
    const { text: installed, changes } = withOurHooks(bare(text), WANTED);
    const [before, after] = [await settingsIn(bare(text)), await settingsIn(installed)];
    expect(labelsIn(after.hooks).sort()).toEqual(WANTED.map(hookLabel).sort());
    expect(after.env[BLOCK_CAP]).toBe(before.env?.[BLOCK_CAP] ?? '101');
    for (const change of changes) expect(change.removed).toBe('');
    const { hooks: _, env: __, ...others } = before;
    expect(after).toMatchObject(others);
    for (const [event, groups] of Object.entries(before.hooks ?? {}))
      expect(after.hooks[event]).toEqual(expect.arrayContaining(groups as unknown[]));
    expect(withOurHooks(installed, WANTED).changes).toEqual([]);
  });

  it.each(FILES)('$seed: taken out again, not one byte differs', ({ text, edited }) => {
    const { text: installed, parts } = withOurHooks(bare(text), WANTED);
    const later = bare(edited(installed));
    expect(later).not.toBe(installed);
    expect(withoutOurHooks(installed, parts).text).toBe(bare(text));
    expect(withoutOurHooks(installed).text).toBe(bare(text));
    expect(withoutOurHooks(later, parts).text).toBe(bare(edited(text)));
    expect(withoutOurHooks(later).text).toBe(bare(edited(text)));
    expect(withoutOurHooks(bare(text)).changes).toEqual([]);
  });

  /** The record of several installations, as `ccc install` keeps it. */
  const together = (old: InstalledParts, { hollow, cap }: InstalledParts): InstalledParts => ({
    hollow: [...new Set([...old.hollow, ...hollow])],
    cap: old.cap || cap,
  });

  it.each(Object.entries(WANTED_LATER))(
    '%s: one set takes the place of another, and not one byte is left',
    async (_, later) => {
      const files = FILES.slice(0, bySize(40, 200)).map(({ text }) => bare(text));
      // With two empty lists on one line, taking out the first alone leaves a space in the second.
      const layouts = LAYOUTS.filter((text) => !text.includes('"Stop": [ ], "PreToolUse"'));
      for (const text of [...layouts, ...files])
        for (const [first, second] of [
          [WANTED, later],
          [later, WANTED],
        ] as const) {
          const one = withOurHooks(text, first);
          const two = withOurHooks(one.text, second, one.parts);
          const parts = together(one.parts, two.parts);
          expect(labelsIn((await settingsIn(two.text)).hooks).sort(), text).toEqual(second.map(hookLabel).sort());
          expect(withOurHooks(two.text, second, parts).changes).toEqual([]);
          expect(withoutOurHooks(two.text, parts).text, text).toBe(text);
          // Back to the first, and out.
          const three = withOurHooks(two.text, first, parts);
          expect(withoutOurHooks(three.text, together(parts, three.parts)).text, text).toBe(text);
          // The record lost after the first installation.
          expect(withoutOurHooks(one.text).text, text).toBe(text);
        }
    },
  );
});

it.each(LAYOUTS)('%j comes back', (text) => {
  const { text: installed, parts } = withOurHooks(text, WANTED);
  expect(withoutOurHooks(installed, parts).text).toBe(text);
  expect(withoutOurHooks(installed).text).toBe(text);
});

/** Claude Code writes the whole file anew when it changes one of its settings. */
it('after a rewrite of the whole file the record still knows what was there', async () => {
  for (const { seed, text } of FILES) {
    const { text: installed, parts } = withOurHooks(bare(text), WANTED);
    const rewritten = JSON.stringify(await settingsIn(installed), null, 2);
    const after = await settingsIn(withoutOurHooks(rewritten, parts).text);
    expect(after, `seed ${seed}`).toEqual(await settingsIn(bare(text)));
  }
});

describe('how it looks', () => {
  const silent = '"type": "command", "command": "/usr/local/bin/ccc supervisor-hook", "timeout": 600';
  const hook = `{ ${silent}, "statusMessage": "ccc: reviewing" }`;
  const stop = `{ "hooks": [${hook}] }`;
  const ask = `{ "matcher": "AskUserQuestion", "hooks": [${hook}] }`;
  const recorded = `{ "hooks": [{ ${silent} }] }`;
  const waiting = `{ "matcher": "idle_prompt", "hooks": [{ ${silent} }] }`;
  it.each<[what: string, before: string, after: string]>([
    [
      'an empty object',
      '{}',
      `{\n  "env": { "${BLOCK_CAP}": "101" },\n  "hooks": {\n    "Stop": [${stop}],\n    "PreToolUse": [${ask}],\n    "SessionStart": [${recorded}],\n    "SessionEnd": [${recorded}],\n    "StopFailure": [${recorded}],\n    "Notification": [${waiting}]\n  }\n}`,
    ],
    [
      'tabs and CRLF',
      '{\r\n\t"model": "opus"\r\n}\r\n',
      `{\r\n\t"env": { "${BLOCK_CAP}": "101" },\r\n\t"hooks": {\r\n\t\t"Stop": [${stop}],\r\n\t\t"PreToolUse": [${ask}],\r\n\t\t"SessionStart": [${recorded}],\r\n\t\t"SessionEnd": [${recorded}],\r\n\t\t"StopFailure": [${recorded}],\r\n\t\t"Notification": [${waiting}]\r\n\t},\r\n\t"model": "opus"\r\n}\r\n`,
    ],
    [
      'all on one line',
      '{"model":"opus"}',
      `{"env": { "${BLOCK_CAP}": "101" },"hooks": { "Stop": [${stop}], "PreToolUse": [${ask}], "SessionStart": [${recorded}], "SessionEnd": [${recorded}], "StopFailure": [${recorded}], "Notification": [${waiting}] },"model":"opus"}`,
    ],
    [
      'a comment beside the bracket and one before the first member',
      '{ // mine\n  // about the model\n  "model": "opus"\n}',
      `{ // mine\n  "env": { "${BLOCK_CAP}": "101" },\n  "hooks": {\n    "Stop": [${stop}],\n    "PreToolUse": [${ask}],\n    "SessionStart": [${recorded}],\n    "SessionEnd": [${recorded}],\n    "StopFailure": [${recorded}],\n    "Notification": [${waiting}]\n  },\n  // about the model\n  "model": "opus"\n}`,
    ],
    [
      'other Stop hooks and variables',
      '{\n  "env": {\n    "A": "1"\n  },\n  "hooks": {\n    "Stop": [\n      { "hooks": [] }\n    ]\n  }\n}',
      `{\n  "env": {\n    "${BLOCK_CAP}": "101",\n    "A": "1"\n  },\n  "hooks": {\n    "Notification": [${waiting}],\n    "StopFailure": [${recorded}],\n    "SessionEnd": [${recorded}],\n    "SessionStart": [${recorded}],\n    "PreToolUse": [${ask}],\n    "Stop": [\n      ${stop},\n      { "hooks": [] }\n    ]\n  }\n}`,
    ],
  ])('%s', (_, before, after) => expect(withOurHooks(before, WANTED).text).toBe(after));
});

describe('hooks of ours that are there already', () => {
  const RECORDED = ['SessionStart', 'SessionEnd', 'StopFailure', 'Notification (idle_prompt)'];
  const fine = { type: 'command', command: COMMAND, timeout: 600 };
  const settings = (stop: object) =>
    JSON.stringify({
      hooks: {
        Stop: [{ hooks: [stop] }],
        PreToolUse: [{ matcher: 'AskUserQuestion', hooks: [fine] }],
        SessionStart: [{ hooks: [fine] }],
        SessionEnd: [{ hooks: [fine] }],
        StopFailure: [{ hooks: [fine] }],
        Notification: [{ matcher: 'idle_prompt', hooks: [fine] }],
      },
      env: { [BLOCK_CAP]: '50' },
    });
  const corrected = (stop: object) =>
    withOurHooks(settings(stop), WANTED).changes.map(({ removed, inserted }) => [removed, inserted]);

  it.each<[what: string, stop: object, changes: [string, string][]]>([
    ['as they should be', { command: COMMAND, timeout: 600 }, []],
    [
      'another program',
      { command: '/old/ccc supervisor-hook', timeout: 600 },
      [['"/old/ccc supervisor-hook"', `"${COMMAND}"`]],
    ],
    ['only a name', { command: 'ccc supervisor-hook', timeout: 600 }, [['"ccc supervisor-hook"', `"${COMMAND}"`]]],
    [
      'a quoted program',
      { command: "'/a b/it'\\''s/ccc' supervisor-hook", timeout: 600 },
      [[`"'/a b/it'\\\\''s/ccc' supervisor-hook"`, `"${COMMAND}"`]],
    ],
    ['another time', { command: COMMAND, timeout: 60 }, [['60', '600']]],
    ['no time', { command: COMMAND }, [['', '"timeout": 600,']]],
    ['a variable before it, on purpose', { command: 'A=1 ccc supervisor-hook', timeout: 600 }, []],
    ['a wrapper, on purpose', { command: 'nice -n 5 ccc supervisor-hook', timeout: 600 }, []],
    ['other words in another language', { command: COMMAND, timeout: 600, statusMessage: 'x' }, []],
  ])('%s', (_, stop, changes) => expect(corrected(stop)).toEqual(changes));

  it('in the background too, the program is updated and the words are not', () => {
    const wanted = hooksFor({ events: ['Stop'], tools: [], review: 'background' });
    const { text } = withOurHooks('{}', wanted);
    const old = text.replaceAll('/usr/local/bin/ccc', '/old/ccc').replace('sent back by', '退回');
    expect(withOurHooks(old, wanted).text).toBe(text.replace('sent back by', '退回'));
  });

  const group = (matcher: string | undefined, hook: object = fine) => ({
    ...(matcher ? { matcher } : {}),
    hooks: [hook],
  });
  it.each<[what: string, hooks: Record<string, object[]>, wanted: HookEntry[], removed: string[], after: string[]]>([
    [
      'an older set',
      { Stop: [group(undefined)], PreToolUse: [group('AskUserQuestion')] },
      WANTED,
      [],
      [...RECORDED, 'Stop', 'PreToolUse (AskUserQuestion)'],
    ],
    [
      'an event and a tool that are not wanted any more',
      { SubagentStop: [group(undefined)], Stop: [group(undefined)], PreToolUse: [group('Bash'), group('mcp__.*')] },
      hooksFor({ tools: [] }),
      ['SubagentStop', 'PreToolUse (Bash)', 'PreToolUse (mcp__.*)'],
      [...RECORDED, 'Stop'],
    ],
    [
      'for more tools than wanted',
      { PreToolUse: [group('*')] },
      hooksFor({ events: [] }),
      ['PreToolUse (*)'],
      ['PreToolUse (AskUserQuestion)', ...RECORDED],
    ],
    [
      'for an event that cannot be reviewed',
      { Notification: [group(undefined)], PreCompact: [group(undefined)] },
      hooksFor({ events: [], tools: [] }),
      ['Notification', 'PreCompact'],
      [...RECORDED],
    ],
    [
      'waiting, wanted in the background',
      { Stop: [group(undefined)] },
      hooksFor({ review: 'background', tools: [] }),
      ['Stop'],
      ['Stop (--background)', 'UserPromptSubmit (--tell)', ...RECORDED],
    ],
    [
      'for the background, but the client waits',
      { Stop: [group(undefined, { ...fine, command: `${COMMAND} --background` })] },
      hooksFor({ review: 'background', tools: [] }),
      ['Stop (--background)'],
      ['Stop (--background)', 'UserPromptSubmit (--tell)', ...RECORDED],
    ],
    [
      'twice',
      { Stop: [group(undefined), group(undefined, { ...fine, command: 'nice ccc supervisor-hook' })] },
      hooksFor({ tools: [] }),
      ['Stop'],
      [...RECORDED, 'Stop'],
    ],
  ])('%s: replaced by what is wanted, and nothing else', async (_, hooks, wanted, removed, after) => {
    const other = { hooks: [{ type: 'command', command: 'say hi' }] };
    const all = Object.fromEntries(Object.entries(hooks).map(([event, groups]) => [event, [...groups, other]]));
    const edited = withOurHooks(JSON.stringify({ hooks: all }), wanted);
    expect(edited.removed.map(hookLabel).sort()).toEqual(removed.toSorted());
    const written = await settingsIn(edited.text);
    expect(labelsIn(written.hooks).sort()).toEqual(after.toSorted());
    for (const event of Object.keys(hooks)) expect(written.hooks[event]).toContainEqual(other);
    // Without anything else in the lists, they go too.
    expect(labelsIn((await settingsIn(withOurHooks(JSON.stringify({ hooks }), wanted).text)).hooks).sort()).toEqual(
      after.toSorted(),
    );
  });

  it('the last of two properties with one name is the one that counts', async () => {
    const { text } = withOurHooks('{"hooks": {}, "hooks": {"Stop": []}}', WANTED);
    expect((await settingsIn(text)).hooks.Stop).toHaveLength(1);
    expect(withoutOurHooks(text).text).toBe('{"hooks": {}, "hooks": {"Stop": []}}');
  });
});

describe('taken out', () => {
  it.each<[what: string, before: string, after: string]>([
    [
      'written by hand, as an older README had it',
      '{\n  "env": { "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP": "100" },\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "ccc supervisor-hook", "timeout": 600 }] }],\n    "PreToolUse": [\n      {\n        "matcher": "AskUserQuestion",\n        "hooks": [{ "type": "command", "command": "ccc supervisor-hook" }]\n      }\n    ]\n  }\n}',
      '{\n  "env": { "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP": "100" }\n}',
    ],
    [
      'beside another hook in one group',
      '{"hooks": {"Stop": [{"hooks": [{"command": "say hi"}, {"command": "ccc supervisor-hook"}]}]}}',
      '{"hooks": {"Stop": [{"hooks": [{"command": "say hi"}]}]}}',
    ],
    [
      'in the middle, with comments around it',
      '{"hooks": {"Stop": [\n  {"hooks": []}, // one\n  /* ours */ {"hooks": [{"command": "ccc supervisor-hook"}]} /* a, b */, // two\n  {"hooks": []}\n]}}',
      '{"hooks": {"Stop": [\n  {"hooks": []}, // one\n  /* ours */ /* a, b */ // two\n  {"hooks": []}\n]}}',
    ],
    [
      'last, with a comment that has a comma',
      '{"hooks": {"Stop": [{"hooks": []}, /* a, b */ {"hooks": [{"command": "ccc supervisor-hook"}]} // c, d\n]}}',
      '{"hooks": {"Stop": [{"hooks": []} /* a, b */ // c, d\n]}}',
    ],
    [
      'a comment keeps what it stands in',
      '{"hooks": { /* mine */ "Stop": [{"hooks": [{"command": "ccc supervisor-hook"}]}]}}',
      '{"hooks": { /* mine */}}',
    ],
    [
      'whatever event and matcher',
      '{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "ccc supervisor-hook"}]}], "Odd": [{"hooks": [{"command": "ccc supervisor-hook --background"}]}]}}',
      '{}',
    ],
    [
      'of somebody else, of a similar name',
      '{"hooks": {"Stop": [{"hooks": [{"command": "ccc supervisor-hooks"}]}]}}',
      '{"hooks": {"Stop": [{"hooks": [{"command": "ccc supervisor-hooks"}]}]}}',
    ],
    [
      'a variable of the same value without a hook',
      `{"env": {"${BLOCK_CAP}": "101"}}`,
      `{"env": {"${BLOCK_CAP}": "101"}}`,
    ],
    ['settings of the wrong kind', '{"hooks": [{"Stop": 1}], "env": 7}', '{"hooks": [{"Stop": 1}], "env": 7}'],
    ['no settings at all', '[1, 2]', '[1, 2]'],
  ])('%s', (_, before, after) => expect(withoutOurHooks(before).text).toBe(after));

  it('a variable that was the user’s before stays, also with our value', () => {
    const before = `{"env": {"${BLOCK_CAP}": "101"}}`;
    const { text, parts } = withOurHooks(before, WANTED);
    expect(withoutOurHooks(text, parts).text).toBe(before);
  });

  it('a variable that was changed since stays', () => {
    const { text, parts } = withOurHooks('{}', WANTED);
    const changed = text.replace('"101"', '"30"');
    expect(withoutOurHooks(changed, parts).text).toBe(`{\n  "env": { "${BLOCK_CAP}": "30" }\n}`);
  });
});
