import { describe, expect, it } from 'vitest';
import { type Begin, beginOf, type SeenSession, transcriptTroubleText } from '../../../../src/hook/rules/begin.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const file = (fields: Partial<NonNullable<SeenSession['transcript']>> = {}): SeenSession['transcript'] => ({
  inode: 7,
  createdAt: at(2),
  startedAt: at(2),
  startsInMiddle: false,
  ...fields,
});
const seen = (fields: Partial<SeenSession> = {}): SeenSession => ({
  sessionId: 's',
  transcript: file(),
  client: '42',
  clientStartedAt: Date.parse(at(1)),
  lastUsedAt: undefined,
  ...fields,
});
const known = (fields: Partial<Begin> = {}): Begin => ({
  sessionId: 's',
  at: at(1),
  seenAt: at(5),
  file: { inode: 7, createdAt: at(2), client: '42' },
  ...fields,
});
const NOW = at(30);

describe('when the session began', () => {
  it.each<[why: string, before: Begin | undefined, event: SeenSession, began: string | undefined]>([
    ['with its client', undefined, seen(), at(1)],
    ['an older client does not say when it started', undefined, seen({ clientStartedAt: undefined }), at(2)],
    ['resumed in a later client', undefined, seen({ clientStartedAt: Date.parse(at(9)) }), at(2)],
    ['no transcript', undefined, seen({ transcript: undefined }), at(1)],
    ['nothing at all', undefined, seen({ transcript: undefined, clientStartedAt: undefined }), undefined],
    ['as it was known', known(), seen({ transcript: file({ startedAt: at(20) }) }), at(1)],
    ['earlier than it was known', known({ at: at(10) }), seen(), at(2)],
    [
      'a transcript that says it began later than its file',
      undefined,
      seen({ transcript: file({ startedAt: at(20) }), clientStartedAt: undefined }),
      at(2),
    ],
    [
      'after /clear',
      known({ sessionId: 'r' }),
      seen({ transcript: file({ createdAt: at(9), startedAt: at(9) }), lastUsedAt: at(8) }),
      at(9),
    ],
    [
      'after /clear, its transcript cut',
      known({ sessionId: 'r' }),
      seen({ transcript: file({ createdAt: at(20), startedAt: at(20), startsInMiddle: true }), lastUsedAt: at(8) }),
      at(8),
    ],
    [
      'after /clear, without a transcript',
      known({ sessionId: 'r' }),
      seen({ transcript: undefined, lastUsedAt: at(8) }),
      at(8),
    ],
  ])('%s', (_, before, event, began) => expect(beginOf(before, event, NOW).at).toBe(began));
});

describe('the transcript', () => {
  it.each<[why: string, before: Begin | undefined, transcript: SeenSession['transcript'], trouble: string | undefined]>(
    [
      ['as before', known(), file(), undefined],
      ['seen for the first time', undefined, file({ createdAt: at(25) }), undefined],
      ['none for the first time', undefined, undefined, undefined],
      ['none, as before', known({ file: undefined }), undefined, undefined],
      ['another session’s was seen before', known({ sessionId: 'r' }), file({ inode: 8, createdAt: at(9) }), undefined],
      ['gone', known(), undefined, 'missing'],
      ['without its beginning', undefined, file({ startsInMiddle: true }), 'cut'],
      ['another file', known(), file({ inode: 8 }), 'replaced'],
      ['a new file with the old one’s inode', known(), file({ createdAt: at(20) }), 'replaced'],
      ['created after an event that found none', known({ file: undefined }), file({ createdAt: at(20) }), 'replaced'],
      [
        'another file in another client, as after a home folder was restored',
        known({ file: { inode: 7, createdAt: at(2), client: '41' } }),
        file({ inode: 8, createdAt: at(20) }),
        undefined,
      ],
      [
        'creation times are not known',
        known({ file: { inode: 7, createdAt: undefined, client: '42' } }),
        file({ createdAt: undefined }),
        undefined,
      ],
    ],
  )('%s', (_, before, transcript, trouble) =>
    expect(beginOf(before, seen({ transcript }), NOW).trouble?.kind).toBe(trouble),
  );

  it('what was noticed stays, with its time', () => {
    const noticed = beginOf(known(), seen({ transcript: undefined }), at(30));
    expect(noticed.trouble).toEqual({ kind: 'missing', at: at(30) });
    expect(beginOf(noticed, seen({ transcript: undefined }), at(40)).trouble).toEqual({ kind: 'missing', at: at(30) });
    const back = beginOf(noticed, seen({ transcript: file({ startsInMiddle: true, inode: 9 }) }), at(40));
    expect(back.trouble).toEqual({ kind: 'cut', at: at(40) });
    expect(transcriptTroubleText(beginOf(back, seen({ transcript: file({ inode: 9 }) }), at(50)))).toContain(at(40));
  });

  it('the requests stay', () => {
    const requests = [{ time: at(2), text: 'do it' }];
    expect(beginOf(known({ requests }), seen({ transcript: undefined }), NOW).requests).toEqual(requests);
    expect(beginOf(known({ requests }), seen({ sessionId: 'next' }), NOW).requests).toBeUndefined();
  });
});
