import { expect, it } from 'vitest';
import type { Line } from '../../../../src/dashboard/page/model.ts';
import { roundChanges } from '../../../../src/dashboard/page/rounds.ts';

const round = (fields: Partial<Line>): Line => ({ time: '', event: 'Stop', verdict: 'block', request: 'a', ...fields });
const finding = (text: string) => ({ kind: 'stub', certain: true, text });
const claim = (quote: string, status: string) => ({ kind: 'test', quote, status });

it('says which findings are gone, and which claims have another status, also with another line in between', () => {
  const lines = [
    round({ findings: [finding('one'), finding('two')], claims: [claim('x', 'stale'), claim('y', 'backed')] }),
    { time: '', mode: 'off' },
    round({ findings: [finding('two')], claims: [claim('x', 'backed'), claim('y', 'backed'), claim('z', 'stale')] }),
  ];
  expect(roundChanges(lines)).toEqual([
    undefined,
    undefined,
    { gone: ['one'], claims: [{ quote: 'x', before: 'stale', now: 'backed' }] },
  ]);
});

it.each<[what: string, lines: Line[]]>([
  ['nothing changed', [round({ findings: [finding('one')] }), round({ findings: [finding('one')] })]],
  ['another task', [round({ findings: [finding('one')] }), round({ request: 'b', findings: [] })]],
  [
    'a stop that was let through at the limit, and nobody looked',
    [
      round({ findings: [finding('one')], claims: [claim('x', 'stale')] }),
      round({ verdict: 'allow', cause: 'limit' }),
      round({ verdict: 'allow', cause: 'overruled' }),
    ],
  ],
  ['a round without findings', [round({ findings: [finding('one')] }), round({ claims: [claim('x', 'backed')] })]],
  ['a round without claims', [round({ claims: [claim('x', 'stale')] }), round({ findings: [] })]],
  [
    'a failed review, which found nothing because it did not look',
    [round({ findings: [finding('one')] }), round({ verdict: 'failed', findings: [] })],
  ],
])('nothing: %s', (_, lines) => expect(roundChanges(lines).filter(Boolean)).toEqual([]));

it('compares with the last round that was looked into, not with a stop that a failing check sent back', () => {
  const lines = [
    round({ findings: [finding('one')], claims: [claim('x', 'stale')] }),
    round({ cause: 'check' }),
    round({ findings: [], claims: [claim('x', 'backed')] }),
  ];
  const changes = [undefined, undefined, { gone: ['one'], claims: [{ quote: 'x', before: 'stale', now: 'backed' }] }];
  expect(roundChanges(lines)).toEqual(changes);
});
