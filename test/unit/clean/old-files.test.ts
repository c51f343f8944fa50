import { describe, expect, it } from 'vitest';
import { type FoundFile, groupFiles, oldFiles, ownerOfSession, recognize } from '../../../src/clean/old-files.ts';

describe('a file is recognized by its name', () => {
  it.each<[name: string, kind: string, id: string]>([
    ['supervisor-3f2a.json', 'state', '3f2a'],
    ['supervisor-3f2a.json.tmp', 'state', '3f2a'],
    ['supervisor-3f2a.json.corrupt-2026-01-02T03-04-05-678Z', 'state', '3f2a'],
    ['supervisor-a.b.json', 'state', 'a.b'],
    ['supervisor-a.json.json', 'state', 'a.json'],
    ['supervisor-3f2a.log', 'log', '3f2a'],
    ['supervisor-3f2a.log.1', 'log', '3f2a'],
    ['supervisor-3f2a.lock', 'lock', '3f2a'],
    ['supervisor-3f2a.lock.mhxyz12345abc', 'lock', '3f2a'],
    ['launch-host-42.1234.json', 'launch', 'host-42.1234'],
    ['launch-host-42.1234.settings.json', 'launch', 'host-42.1234'],
    ['reviewer-host-42.77.settings.json', 'reviewer', 'host-42.77'],
    ['checks-0123456789abcdef.json', 'checks', '0123456789abcdef'],
    ['checks-0123456789abcdef.json.99.tmp', 'checks', '0123456789abcdef'],
  ])('%s is %s of %s', (name, kind, id) => expect(recognize(name)).toEqual({ name, kind, id }));

  it.each([
    'reviews.jsonl',
    'ccc.json',
    'trusted.json',
    'trusted.lock',
    'installed.json',
    'installed.lock',
    'config.lock',
    'take-over-asked',
    'backups',
    'bin',
    'settings-0123456789ab.json',
    'supervisor-.json',
    'supervisor-3f2a.txt',
    'supervisor-3f2a.json.bak',
    'supervisor-3f2a.json~',
    'my-supervisor-3f2a.json',
    'launch-notes.json',
    'checks-mine.json',
    'checks-0123456789abcdef.json.old',
    '.supervisor-3f2a.json',
  ])('%s is not', (name) => expect(recognize(name)).toBeUndefined());
});

it('files of one session, and of the launch that started it, are one group', () => {
  const names = [
    ...['supervisor-a.json', 'supervisor-a.log', 'launch-h.1.json', 'launch-h.1.settings.json'],
    ...['launch-h.2.settings.json', 'reviewer-h.2.settings.json', 'checks-0123456789abcdef.json', 'reviews.jsonl'],
  ];
  const groups = groupFiles(names, new Map([['h.1', 'a']]));
  expect(groups.map(({ owner, files }) => [owner, files.length])).toEqual([
    ['session a', 4],
    ['launch h.2', 1],
    ['reviewer h.2', 1],
    ['checks 0123456789abcdef', 1],
  ]);
});

describe('which files of a group may go', () => {
  const LIMIT = 1000;
  const file = (name: string, changedMs: number, type: FoundFile['type'] = 'file'): FoundFile => ({
    ...(recognize(name) as FoundFile),
    type,
    changedMs,
    bytes: 1,
  });
  const none = new Set<string>();
  const a = ownerOfSession('a');

  it.each<[what: string, files: FoundFile[], running: Set<string>, gone: string[]]>([
    ['old, nothing running', [file('supervisor-a.json', 1)], none, ['supervisor-a.json']],
    ['changed at the limit', [file('supervisor-a.json', LIMIT)], none, []],
    ['its session is running', [file('supervisor-a.json', 1)], new Set([a]), []],
    [
      'another session is running',
      [file('supervisor-a.json', 1)],
      new Set([ownerOfSession('b')]),
      ['supervisor-a.json'],
    ],
    ['an old state beside a new log', [file('supervisor-a.json', 1), file('supervisor-a.log', LIMIT + 1)], none, []],
    [
      'an old state beside a new lock',
      [file('supervisor-a.json', 1), file('supervisor-a.lock', 5000, 'link')],
      none,
      [],
    ],
    [
      'everything of it is old',
      [
        file('supervisor-a.json', 1),
        file('supervisor-a.json.corrupt-2026-01-02T03-04-05-678Z', 1),
        file('supervisor-a.log.1', 1),
        file('supervisor-a.lock', 1, 'link'),
      ],
      none,
      [
        'supervisor-a.json',
        'supervisor-a.json.corrupt-2026-01-02T03-04-05-678Z',
        'supervisor-a.log.1',
        'supervisor-a.lock',
      ],
    ],
    ['a link in the place of a file', [file('supervisor-a.json', 1, 'link')], none, []],
    ['a folder in the place of a file', [file('supervisor-a.log', 1, 'other')], none, []],
    ['a file in the place of a lock', [file('supervisor-a.lock', 1)], none, []],
  ])('%s', (_, files, running, gone) =>
    expect(oldFiles({ owner: a, files }, running, LIMIT).map(({ name }) => name)).toEqual(gone),
  );
});
