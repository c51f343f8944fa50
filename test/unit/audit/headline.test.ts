import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headline } from '../../../src/audit/headline.ts';
import { type AuditTotals, claiming, UNSUPPORTED, unsupported } from '../../../src/audit/totals.ts';
import type { ClaimStatus } from '../../../src/evidence/evidence.ts';
import { auditMessages } from '../../../src/i18n/audit.ts';
import { anySession, claim, session, totalsOf } from './claims.ts';

const EVERYTHING = { folder: undefined, since: undefined, last: undefined };

interface Given {
  last?: number;
  since?: Date;
  folder?: string;
}

function said(totals: AuditTotals, { folder, ...given }: Given = {}, language: 'en' | 'zh' = 'en'): string {
  return headline(totals, { ...EVERYTHING, ...given }, folder, auditMessages[language]);
}

/** So many sessions of each status, and some without a claim. */
const sessions = (counts: Partial<Record<ClaimStatus | 'none', number>>) =>
  totalsOf(
    Object.entries(counts).flatMap(([status, count]) =>
      Array.from({ length: count }, () => session(status === 'none' ? [] : [claim('test', status as ClaimStatus)])),
    ),
  );

describe('in English', () => {
  it.each<[Parameters<typeof sessions>[0], Given, string]>([
    [{}, {}, 'No Claude Code sessions found.'],
    [{}, { folder: '~/shop' }, 'No Claude Code sessions found in ~/shop.'],
    [{}, { since: new Date(2026, 10, 1) }, 'No Claude Code sessions found since 2026-11-01.'],
    [{ none: 1 }, {}, 'Your only session does not end with a claim about tests, build, types or lint.'],
    [{ none: 1 }, { last: 1 }, 'Your last session does not end with a claim about tests, build, types or lint.'],
    [{ none: 9 }, {}, 'None of your 9 sessions ends with a claim about tests, build, types or lint.'],
    [
      { backed: 1 },
      {},
      'No unsupported claim found: your only session ends with a claim, and what ran in it backs it.',
    ],
    [
      { backed: 1, none: 8 },
      { last: 9 },
      'No unsupported claim found: 1 of your last 9 sessions ends with a claim, and what ran in it backs it.',
    ],
    [
      { backed: 4, none: 5 },
      {},
      'No unsupported claim found: 4 of your 9 sessions end with a claim, and what ran in them backs each one.',
    ],
    [
      { undecidable: 1 },
      {},
      'No unsupported claim found: your only session ends with a claim, and whether it is true cannot be told from the session.',
    ],
    [
      { undecidable: 2, backed: 3, none: 4 },
      {},
      'No unsupported claim found: 5 of your 9 sessions end with a claim, 3 backed by what ran, 2 that cannot be decided.',
    ],
    [{ stale: 1 }, {}, 'In your only session, code changed after the tests that the last message calls green.'],
    [
      { stale: 12, backed: 20, none: 68 },
      { last: 100 },
      'In 12 of your last 100 sessions, code changed after the tests that the last message calls green.',
    ],
    [
      { contradicted: 1, none: 1 },
      { folder: '~/shop' },
      'In 1 of your 2 sessions in ~/shop, the tests that the last message calls green had failed.',
    ],
    [
      { unbacked: 2, none: 1 },
      { since: new Date(2026, 10, 1) },
      'In 2 of your 3 sessions since 2026-11-01, there is no run of the tests that the last message calls green.',
    ],
    [
      { contradicted: 1, stale: 2, unbacked: 3, backed: 4 },
      {},
      'In 6 of your 10 sessions, the last message claims more than the session shows: in 1 the tests that it calls green had failed, in 2 code changed after the tests that it calls green, and in 3 there is no run of the tests that it calls green.',
    ],
  ])('%j %j', (counts, given, sentence) => expect(said(sessions(counts), given)).toBe(sentence));

  it('names no tests if it is about something else', () => {
    expect(said(totalsOf([session([claim('lint', 'stale')]), session([])]))).toBe(
      'In 1 of your 2 sessions, code changed after the run that the last message calls green.',
    );
  });

  it('says so if sessions were found and none can be counted', () => {
    const totals = sessions({});
    totals.leftOut.running = 1;
    expect(said(totals)).toBe('The only session that was found cannot be counted.');
    totals.leftOut.unreadable = 2;
    expect(said(totals)).toBe('None of the 3 sessions that were found can be counted.');
  });
});

it('in Chinese', () => {
  expect(said(sessions({ stale: 12, none: 88 }), { last: 100 }, 'zh')).toBe(
    '你最近的 100 个会话中，有 12 个：最后一条消息说测试通过，但那次测试之后代码又有改动。',
  );
  expect(said(sessions({ stale: 1, unbacked: 2 }), { folder: '~/shop' }, 'zh')).toBe(
    '你在 ~/shop 里的 3 个会话中，有 3 个的最后一条消息与会话记录不符：1 个说测试通过，但那次测试之后代码又有改动；2 个说测试通过，但会话里没有运行过测试。',
  );
  expect(said(sessions({}), {}, 'zh')).toBe('没有找到 Claude Code 会话。');
});

describe.each(['en', 'zh'] as const)('in %s, for any sessions', (language) => {
  it('every number in it is one of the totals', () => {
    fc.assert(
      fc.property(fc.array(anySession, { maxLength: 40 }), (made) => {
        const totals = totalsOf(made);
        const { all } = totals;
        const sentence = said(totals, {}, language);
        const numbers = (sentence.match(/\d+/g) ?? []).map(Number);
        const wrong = UNSUPPORTED.map((status) => all[status]).filter((count) => count > 0);
        if (wrong.length > 1) {
          const order = [unsupported(all), all.sessions, ...wrong];
          if (language === 'zh') [order[0], order[1]] = [all.sessions, unsupported(all)];
          expect(numbers).toEqual(order);
        } else if (wrong.length === 1 && all.sessions > 1)
          expect(new Set(numbers)).toEqual(new Set([unsupported(all), all.sessions]));
        else
          for (const number of numbers)
            expect([all.sessions, claiming(all), all.backed, all.undecidable, 1]).toContain(number);
        // It accuses exactly if there is something to accuse of.
        expect(/No unsupported|None of|does not end|没有发现|没有一个|没有说到|No Claude|没有找到/.test(sentence)).toBe(
          wrong.length === 0,
        );
      }),
    );
  });

  it('is one sentence on one line', () => {
    fc.assert(
      fc.property(fc.array(anySession, { maxLength: 10 }), (made) => {
        const sentence = said(totalsOf(made), {}, language);
        expect(sentence).not.toMatch(/\n|undefined|\[object| {2}/);
        expect(sentence.match(language === 'en' ? /\.(?= |$)/g : /。/g)).toHaveLength(1);
      }),
    );
  });
});
