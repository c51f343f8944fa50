import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReportContext, reportText, shortPath } from '../../../src/audit/report.ts';
import { AuditTotals } from '../../../src/audit/totals.ts';
import type { CheckedKind } from '../../../src/evidence/evidence.ts';
import { auditMessages } from '../../../src/i18n/audit.ts';
import { widthOf } from '../../../src/platform/text-layout.ts';
import { anySession, claim, session, totalsOf } from './claims.ts';

const EVERYTHING = { folder: undefined, since: undefined, last: undefined };
const CONTEXT: ReportContext = {
  messages: auditMessages.en,
  columns: Number.POSITIVE_INFINITY,
  home: '/home/me',
  storage: '/home/me/.claude/projects',
  instead: undefined,
};
const text = (totals: AuditTotals, more: Partial<ReportContext> = {}, request = {}) =>
  reportText(totals, { ...EVERYTHING, ...request }, { ...CONTEXT, ...more });

it('a whole report', () => {
  const totals = totalsOf([
    session([claim('test', 'contradicted'), claim('lint', 'backed')]),
    session([claim('test', 'stale')], { id: 'other-id', project: '/srv/api', time: '2026-11-04T10:00:00.000Z' }),
    session([claim('lint', 'backed')]),
    session([], { unreadLines: 2 }),
  ]);
  totals.leftOut.running = 2;
  totals.leftOut.unanswered = 3;
  totals.leftOut.reviews = 1;
  totals.addUnreadable({ path: '/home/me/.claude/projects/x/y.jsonl', why: 'EACCES' });
  expect(text(totals)).toBe(`\
In 2 of your 4 sessions, the last message claims more than the session shows: in 1 the tests that it calls green had failed, and in 1 code changed after the tests that it calls green.

3 of 4 sessions end with a claim about tests, build, types or lint:
  1  backed        the last such run passed, and no code changed after it
  0  undecidable   whether it ran, or how it ended, cannot be told
  0  unbacked      no such run in the session; it may have been run elsewhere
  1  stale         it passed, then code changed
  1  contradicted  it failed
With several claims a session counts under the worst of them.

The 2 unsupported claims:
 1. contradicted (tests), 2026-11-12, session 3f2a9c1e, ~/shop
      “All tests pass.”
      npm test: failed (exit 1), and not passed since
 2. stale (tests), 2026-11-04, session other-id, /srv/api
      “All tests pass.”
      npm test: passed, but not run again after changes to src/sum.js
Details of a session: ccc evidence --session 3f2a9c1e

By kind of claim
  sessions  backed  undecidable  unbacked  stale  contradicted
         2       2            -         -      -             -  lint
         2       -            -         -      1             1  tests

By project
  sessions  backed  undecidable  unbacked  stale  contradicted
         3       1            -         -      -             1  ~/shop
         1       -            -         -      1             -  /srv/api

By week, from its Monday
  sessions  backed  undecidable  unbacked  stale  contradicted
         3       1            -         -      -             1  2026-11-09 (W46)
         1       -            -         -      1             -  2026-11-02 (W45)

Not counted: 2 still running, 3 without an answer, 1 of a reviewer, 1 that could not be read (~/.claude/projects/x/y.jsonl: EACCES).
In 1 counted session some lines could not be read; what they say is missing here.
`);
});

describe('little to say is said in few words', () => {
  it('no session at all', () =>
    expect(text(new AuditTotals())).toBe(
      'No Claude Code sessions found.\n\nClaude Code keeps them in ~/.claude/projects.\n',
    ));

  it('no session in a folder', () =>
    expect(text(new AuditTotals(), {}, { folder: '/home/me/shop' })).toBe(
      'No Claude Code sessions found in ~/shop.\n\nFor all sessions on this machine: ccc audit --all\n',
    ));

  it('no claim', () =>
    expect(text(totalsOf([session([])]), { instead: '/tmp' })).toBe(
      'Your only session does not end with a claim about tests, build, types or lint.\n\nNo session in /tmp: these are all sessions on this machine.\n',
    ));

  it('nothing unsupported', () => {
    const said = text(totalsOf([session([claim('test', 'backed')])]));
    expect(said).toMatch(/^No unsupported claim found: /);
    expect(said).not.toMatch(/unsupported claims:|By project|By week|Details/);
  });
});

it('long tables are cut, and say where the rest is', () => {
  const many = Array.from({ length: 15 }, (_, at) =>
    session([claim('test', 'unbacked')], {
      project: `/p${at}`,
      time: new Date(Date.UTC(2026, 0, 1 + at * 7, 12)).toISOString(),
    }),
  );
  const said = text(totalsOf(many));
  expect(said).toContain('The worst 10 of 15:');
  expect(said.match(/and \d+ more: ccc audit --json/g)).toEqual([
    'and 5 more: ccc audit --json',
    'and 3 more: ccc audit --json',
  ]);
});

it.each<[CheckedKind, string]>([
  ['test', 'no test run in this session'],
  ['build', 'no build in this session'],
  ['lint', 'no linter run in this session'],
])('an unbacked claim about %s names what is missing', (kind, words) =>
  expect(text(totalsOf([session([claim(kind, 'unbacked')])]))).toContain(`\n      ${words}\n`),
);

it('many changed files are counted, and a failure that only the output tells has no exit code', () => {
  const changedAfter = { total: 30, items: ['a.js', 'b.js', 'c.js', 'd.js'] };
  const run = { command: 'npm test', outcome: { kind: 'ok' } as const, time: null, changedAfter };
  expect(text(totalsOf([session([claim('test', 'stale', { run })])]))).toContain('to a.js, b.js, c.js and 27 more');
  const failed = { ...run, outcome: { kind: 'failed', exit: null } as const };
  expect(text(totalsOf([session([claim('test', 'contradicted', { run: failed })])]))).toContain(
    'npm test: failed, and not passed since',
  );
});

it('foreign text cannot leave its line or act on the terminal', () => {
  const evil = '\x1b[2Jx\u202ey\n10. backed';
  const totals = totalsOf([
    session([claim('test', 'unbacked', { quote: evil })], { project: evil, id: evil }),
    session([], { project: '/other' }),
  ]);
  totals.addUnreadable({ path: evil, why: evil });
  expect(text(totals)).not.toContain('\x1b');
  expect(text(totals)).not.toMatch(/\p{Cf}|^10\. /mu);
});

it.each(['en', 'zh'] as const)('in %s no line is wider than the terminal', (language) => {
  fc.assert(
    fc.property(fc.array(anySession, { maxLength: 20 }), (sessions) => {
      const said = text(totalsOf(sessions), { messages: auditMessages[language], columns: 80 });
      expect(said).not.toMatch(/undefined|\[object|NaN/);
      expect(said.split('\n').filter((line) => widthOf(line) > 80)).toEqual([]);
    }),
  );
});

it('a folder in the home is shown as people write it', () => {
  expect(shortPath('/home/me/shop', '/home/me')).toBe('~/shop');
  expect(shortPath('/home/me', '/home/me')).toBe('/home/me');
  expect(shortPath('/home/meto/shop', '/home/me')).toBe('/home/meto/shop');
  expect(shortPath('/shop', '/')).toBe('/shop');
  expect(shortPath('/shop', undefined)).toBe('/shop');
});
