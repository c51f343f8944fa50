import { expect, it } from 'vitest';
import type { State } from '../../../src/hook/rules/state.ts';
import { firstLineOf, taskRequest } from '../../../src/hook/task-request.ts';

const at = (minute: number) => `2026-01-01T12:0${minute}:00.000Z`;
const request = (minute: number, text: string) => ({ time: at(minute), text });
const state = (fields: object): State => ({
  ...{ sessionId: 's', enabled: true, count: 1, createdAt: at(0), updatedAt: at(0) },
  begin: {
    sessionId: 's',
    at: at(0),
    seenAt: at(0),
    requests: [request(1, 'one'), request(2, 'two\nmore'), request(3, 'three')],
  },
  ...fields,
});

it.each<[what: string, state: State | undefined, request: string | null]>([
  ['no state', undefined, null],
  ['no beginning', state({ begin: undefined }), null],
  [
    'another session',
    state({ begin: { sessionId: 'x', at: at(0), seenAt: at(0), requests: [request(1, 'one')] } }),
    null,
  ],
  ['the first task', state({}), 'one'],
  ['a task after an approval', state({ taskBegan: { at: at(2), treeFingerprint: '' } }), 'two'],
  ['a task of which the request is not known', state({ taskBegan: { at: at(5), treeFingerprint: '' } }), 'three'],
])('%s', (_, current, expected) => expect(taskRequest(current, 's')).toBe(expected));

it('is one line, not empty, and bounded', () => {
  expect(firstLineOf('\n  \n  fix it \nplease')).toBe('fix it');
  expect(firstLineOf(' \n')).toBeNull();
  expect(firstLineOf('x'.repeat(500))).toHaveLength(200);
});
