import { describe, expect, it } from 'vitest';
import { decide, type RuleInput, type State } from '../../../../src/hook/rules/state.ts';
import { changedSoFar, noteSettings, type SeenSettings } from '../../../../src/hook/rules/watched.ts';

const STOP: RuleInput = {
  sessionId: 's',
  event: 'Stop',
  tool: null,
  promptId: 'p',
  exemption: undefined,
  canNotify: true,
};
const RULES = { maxIterations: 20, enabledByDefault: true };
const seen = (more: Partial<SeenSettings> = {}): SeenSettings => ({
  files: { '/ccc.json': 'a', '/settings.json': '' },
  client: '7',
  atLaunch: undefined,
  ignoredVariables: [],
  ...more,
});

/** One event after another, as the hook decides them; what each tells, and the state at the end. */
function play(events: [Partial<RuleInput>, SeenSettings][]) {
  let state: State | undefined;
  const told = events.map(([input, found], i) => {
    const rule = { ...STOP, ...input };
    const step = noteSettings(decide(state, rule, RULES, `${i}`), found, rule, `${i}`);
    state = { ...(step.next as State), pendingNotices: step.notices ? undefined : step.next?.pendingNotices };
    return (step.notices ?? []).map(({ kind, what }) => `${kind} ${what}`);
  });
  return { told, state };
}

describe('what decides how a session is supervised', () => {
  it('has changed since the last stop: told once', () => {
    const changed = seen({ files: { '/ccc.json': 'b', '/settings.json': 'c' } });
    const { told } = play([
      [{}, seen()],
      [{}, seen()],
      [{}, changed],
      [{}, changed],
    ]);
    expect(told).toEqual([[], [], ['settings-changed /ccc.json, /settings.json'], []]);
  });

  it('what has changed under this client is known at every later stop, also what was changed back', () => {
    const changed = seen({ files: { '/ccc.json': 'b', '/settings.json': '' } });
    const again = seen({ files: { '/ccc.json': 'a', '/settings.json': 'c' } });
    const of = (...events: SeenSettings[]) => changedSoFar(play(events.map((found) => [{}, found])).state?.watched);
    expect(of(seen())).toEqual([]);
    expect(of(seen(), changed, changed)).toEqual(['/ccc.json']);
    expect(of(seen(), changed, again)).toEqual(['/ccc.json', '/settings.json']);
    expect(of(seen(), changed, { ...changed, client: '8' })).toEqual([]);
  });

  it('has changed since the launch: told at the first stop', () => {
    const { told } = play([[{}, seen({ atLaunch: { '/ccc.json': 'z', '/settings.json': '' } })]]);
    expect(told).toEqual([['settings-changed /ccc.json']]);
  });

  it('a change that a question finds is told at the next stop', () => {
    const atLaunch = { '/ccc.json': 'z' };
    const { told } = play([
      [{ event: 'PreToolUse', tool: 'AskUserQuestion' }, seen({ atLaunch })],
      [{}, seen({ atLaunch })],
    ]);
    expect(told).toEqual([[], ['settings-changed /ccc.json']]);
  });

  it('what changes between two clients is no change during a session', () => {
    const { told } = play([
      [{}, seen()],
      [{}, seen({ client: '8', files: { '/ccc.json': 'b' } })],
      [{}, seen({ client: '9', files: { '/ccc.json': 'c' }, atLaunch: { '/ccc.json': 'c' } })],
    ]);
    expect(told).toEqual([[], [], []]);
  });

  it('a file of another folder is not one that has changed', () => {
    const { told } = play([
      [{}, seen()],
      [{}, seen({ files: { '/ccc.json': 'a', '/other/settings.json': 'x' } })],
    ]);
    expect(told).toEqual([[], []]);
  });

  it('variables that are ignored are told once, and again if they are others', () => {
    const ignoring = (...ignoredVariables: string[]) => seen({ ignoredVariables });
    const { told } = play([
      [{}, ignoring('CCC_SUPERVISOR')],
      [{}, ignoring('CCC_SUPERVISOR')],
      [{}, ignoring('CCC_SUPERVISOR', 'GIT_DIR')],
      [{}, ignoring()],
    ]);
    expect(told).toEqual([['variables-ignored CCC_SUPERVISOR'], [], ['variables-ignored CCC_SUPERVISOR, GIT_DIR'], []]);
  });
});
