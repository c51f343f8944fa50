import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { afterCompaction, contextText } from '../../../src/hook/after-compaction.ts';
import { parseInput } from '../../../src/hook/protocol/input.ts';
import { temporaryFolder, write } from '../folder.ts';

const request = (text: string, time: string | null = null) => ({ time, text });

describe('what a worker is told after a compaction', () => {
  it('is what the user asked for, and what the reviewer still objects to', () => {
    expect(
      contextText([request('Build it.', '2026-01-01T00:00:00Z'), request('And test it.')], 'No test was run.'),
    ).toMatch(
      /user asked for.*\n- \(2026-01-01T00:00:00Z\) Build it\.\n- And test it\.\n\n.*has not approved it since:\nNo test was run\.$/s,
    );
  });

  it('is nothing where nothing is known', () => expect(contextText([], undefined)).toBeUndefined());

  it('fits into what the client takes, with both ends of each part', () => {
    const long = (mark: string) => `begin-${mark} ${'x'.repeat(50_000)} end-${mark}`;
    const text =
      contextText(
        ['a', 'b', 'c', 'd'].map((mark) => request(long(mark))),
        long('objection'),
      ) ?? '';
    expect(text.length).toBeLessThanOrEqual(10_000);
    for (const mark of ['a', 'b', 'c', 'd', 'objection']) {
      expect(text).toContain(`begin-${mark}`);
      expect(text).toContain(`end-${mark}`);
    }
  });
});

describe('what the reviewer still objects to', () => {
  const line = (time: string, verdict: string, more: object = {}) =>
    JSON.stringify({
      ...{ time: `2026-01-01T00:00:0${time}Z`, session_id: 's', supervisor_id: 's', prompt_id: null, event: 'Stop' },
      ...{ tool: null, verdict, cause: 'review', feedback: `${verdict} ${time}`, duration_ms: 1, ...more },
    });
  const told = (...lines: string[]) => {
    const paths = pathsOf(readEnv({ HOME: temporaryFolder() }));
    write(paths.journal, `${lines.join('\n')}\n`);
    const input = parseInput(JSON.stringify({ session_id: 's', hook_event_name: 'SessionStart', source: 'compact' }));
    return JSON.stringify(afterCompaction(input, undefined, { paths, redact: (text) => text }));
  };

  it.each<[why: string, lines: string[], objection: string | undefined]>([
    ['the last objection', [line('1', 'block'), line('2', 'block')], 'block 2'],
    ['also after a review that failed', [line('1', 'block'), line('2', 'failed', { cause: 'api' })], 'block 1'],
    ['not what a subagent was told', [line('1', 'block'), line('2', 'block', { event: 'SubagentStop' })], 'block 1'],
    ['nothing after an approval', [line('1', 'block'), line('2', 'allow')], undefined],
    [
      'by the order in which reviews began',
      [line('2', 'block', { duration_ms: 1 }), line('3', 'allow', { duration_ms: 2_000 })],
      'block 2',
    ],
  ])('%s', (_, lines, objection) => {
    if (objection === undefined) expect(told(...lines)).toBe('{"exit":0,"stdout":{}}');
    else expect(told(...lines)).toContain(`since:\\n${objection}"`);
  });
});
