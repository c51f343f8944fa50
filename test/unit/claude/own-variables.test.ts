import { describe, expect, it } from 'vitest';
import { ownVariables, type VariableSources } from '../../../src/claude/own-variables.ts';

const sources = (more: Partial<VariableSources>): VariableSources => ({
  own: [],
  started: undefined,
  isComplete: true,
  repository: [],
  ...more,
});
const URL_OF = (value: string) => ({ ANTHROPIC_BASE_URL: value });

describe('the variables of a hook', () => {
  type Row = [what: string, all: object, sources: Partial<VariableSources>, expected: object];
  it.each<Row>([
    ['what the client was started with', { CCC_LANG: 'zh' }, { started: { CCC_LANG: 'zh' } }, { CCC_LANG: 'zh' }],
    [
      'the recursion guard of a reviewer, whose client was started with it',
      { CCC_SUPERVISOR_HOOK: '1' },
      { started: { CCC_SUPERVISOR_HOOK: '1' } },
      { CCC_SUPERVISOR_HOOK: '1' },
    ],
    // The worker can write that file.
    [
      'the recursion guard in the user’s settings',
      { CCC_SUPERVISOR_HOOK: '1' },
      { own: [{ CCC_SUPERVISOR_HOOK: '1' }] },
      {},
    ],
    [
      'the recursion guard in the user’s settings, the client’s own variables not known',
      { CCC_SUPERVISOR_HOOK: '1' },
      { isComplete: false, own: [{ CCC_SUPERVISOR_HOOK: '1' }] },
      {},
    ],
    ['the user’s settings', URL_OF('http://user'), { own: [URL_OF('http://user'), {}] }, URL_OF('http://user')],
    ['a repository’s', { CCC_SUPERVISOR: '0' }, { repository: [{ CCC_SUPERVISOR: '0' }] }, {}],
    [
      'a repository’s instead of the user’s',
      URL_OF('http://evil'),
      { own: [URL_OF('http://user')], repository: [URL_OF('http://evil')] },
      URL_OF('http://user'),
    ],
    [
      'the same in both is the user’s',
      { CCC_SUPERVISOR: '1' },
      { own: [{ CCC_SUPERVISOR: '1' }], repository: [{ CCC_SUPERVISOR: '1' }] },
      { CCC_SUPERVISOR: '1' },
    ],
    ['emptied by a repository', { CCC_SUPERVISOR: '' }, { own: [{ CCC_SUPERVISOR: '1' }] }, { CCC_SUPERVISOR: '1' }],
    ['removed from the file since', { CCC_SUPERVISOR_HOOK: '1' }, {}, {}],
    [
      'not ours to judge',
      { DATABASE_URL: 'x', FOO: '1' },
      { repository: [{ FOO: '1' }] },
      { DATABASE_URL: 'x', FOO: '1' },
    ],
    [
      'an author’s name',
      { GIT_AUTHOR_NAME: 'A' },
      { repository: [{ GIT_AUTHOR_NAME: 'A' }] },
      { GIT_AUTHOR_NAME: 'A' },
    ],
    ['where git looks', { GIT_DIR: '/evil' }, { repository: [{ GIT_DIR: '/evil' }] }, {}],
    [
      'of several own ones, any counts; the first replaces',
      { HTTPS_PROXY: 'http://evil' },
      { own: [{ HTTPS_PROXY: 'http://flag' }, { HTTPS_PROXY: 'http://user' }] },
      { HTTPS_PROXY: 'http://flag' },
    ],
    // Without all of the user's own sources, only what a file shows is certain.
    ['of unknown origin', { CCC_LANG: 'zh' }, { isComplete: false }, { CCC_LANG: 'zh' }],
    ['in a file, others unknown', { CCC_LANG: 'zh' }, { isComplete: false, repository: [{ CCC_LANG: 'zh' }] }, {}],
    [
      'a host of a repository’s, and the user’s own not known: no key is sent anywhere',
      { ...URL_OF('http://evil'), ANTHROPIC_AUTH_TOKEN: 'k', FOO: '1' },
      { isComplete: false, repository: [URL_OF('http://evil')] },
      { FOO: '1' },
    ],
  ])('%s', (_, all, more, expected) => {
    const { variables } = ownVariables(all as never, sources(more));
    expect(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined))).toEqual(expected);
  });

  it('what is left out is named, and whether a file still has it', () => {
    const all = { CCC_SUPERVISOR: '0', CCC_SUPERVISOR_HOOK: '1' };
    expect(ownVariables(all, sources({ repository: [{ CCC_SUPERVISOR: '0' }] })).ignored).toEqual([
      { name: 'CCC_SUPERVISOR', value: '0', inFile: true },
      { name: 'CCC_SUPERVISOR_HOOK', value: '1', inFile: false },
    ]);
  });
});
