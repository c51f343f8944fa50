import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResponseForm } from '../../../../src/hook/protocol/events.ts';
import { formatOutput, type HookDecision, type HookOutput } from '../../../../src/hook/protocol/output.ts';

const ALLOW: HookDecision = { kind: 'allow', reason: 'done' };
const BLOCK: HookDecision = { kind: 'block', feedback: 'go on' };
const FAILED: HookDecision = { kind: 'failed', reason: 'nobody could judge it', message: 'supervisor SDK failed: 500' };

const say = (stdout: object): HookOutput => ({ exit: 0, stdout });
const tool = (permissionDecision: string, permissionDecisionReason: string) =>
  say({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } });
const refuse = (message: string) =>
  say({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message } } });
const FAILURE: HookOutput = { exit: 1, stderr: 'supervisor SDK failed: 500' };
const ON_FAILURE = 'nobody could judge it';

/** The contract's table: a column each for allow, block, failed with on_failure deny, failed with on_failure ask. */
const TABLE: [ResponseForm, allow: HookOutput, block: HookOutput, deny: HookOutput, ask: HookOutput][] = [
  ['stop', say({ reason: 'done' }), say({ decision: 'block', reason: 'go on' }), FAILURE, FAILURE],
  ['question', tool('allow', 'done'), tool('deny', 'go on'), tool('deny', ON_FAILURE), FAILURE],
  ['tool', say({}), tool('deny', 'go on'), tool('deny', ON_FAILURE), FAILURE],
  ['permission', say({}), refuse('go on'), refuse(ON_FAILURE), refuse(ON_FAILURE)],
  // A call that was refused stays so, unless the worker may try again.
  ['denial', say({}), say({}), FAILURE, FAILURE],
  ['feedback', say({}), say({ decision: 'block', reason: 'go on' }), FAILURE, FAILURE],
  ['exit-code', say({}), { exit: 2, stderr: 'go on' }, FAILURE, FAILURE],
  // Never judged, so only the first column is ever asked for; the others must still be well-formed.
  ['none', say({ reason: 'done' }), say({ decision: 'block', reason: 'go on' }), FAILURE, FAILURE],
];

const CELLS = TABLE.flatMap(([shape, allow, block, deny, ask]) => [
  { shape, judgement: ALLOW, onFailure: 'deny' as const, expected: allow },
  { shape, judgement: ALLOW, onFailure: 'ask' as const, expected: allow },
  { shape, judgement: BLOCK, onFailure: 'deny' as const, expected: block },
  { shape, judgement: BLOCK, onFailure: 'ask' as const, expected: block },
  { shape, judgement: FAILED, onFailure: 'deny' as const, expected: deny },
  { shape, judgement: FAILED, onFailure: 'ask' as const, expected: ask },
]);

describe('the verdict table', () => {
  it.each(CELLS)('$shape, $judgement.kind, on_failure $onFailure', ({ shape, judgement, onFailure, expected }) => {
    expect(formatOutput(shape, judgement, { onFailure })).toStrictEqual(expected);
  });

  it.each(CELLS)('$shape, $judgement.kind, on_failure $onFailure, with a line for the user', (cell) => {
    const { shape, judgement, onFailure, expected } = cell;
    const withLine = expected.exit === 0 ? say({ ...expected.stdout, systemMessage: 'ccc: a line' }) : expected;
    expect(formatOutput(shape, judgement, { onFailure, systemMessage: 'ccc: a line' })).toStrictEqual(withLine);
  });

  it('a call that was refused may be tried again only if a reviewer says so', () => {
    expect(formatOutput('denial', { kind: 'allow', reason: 'needed', byReviewer: true })).toStrictEqual(
      say({ hookSpecificOutput: { hookEventName: 'PermissionDenied', retry: true } }),
    );
  });

  it('a call that is settled goes ahead with its input', () => {
    const decision: HookDecision = { kind: 'settle', reason: 'evident', updatedInput: { answers: { q: 'a' } } };
    expect(formatOutput('question', decision)).toStrictEqual(
      say({
        hookSpecificOutput: {
          ...{ hookEventName: 'PreToolUse', permissionDecision: 'allow', permissionDecisionReason: 'evident' },
          updatedInput: { answers: { q: 'a' } },
        },
      }),
    );
  });

  it.each(['Stop', 'SubagentStop'] as const)(
    '%s: feedback as additional context, up to what the client takes',
    (name) => {
      const options = { contextFor: name, onStopFailure: 'block', systemMessage: 'ccc: a line' } as const;
      const context = (additionalContext: string) =>
        say({ hookSpecificOutput: { hookEventName: name, additionalContext }, systemMessage: 'ccc: a line' });
      expect(formatOutput('stop', BLOCK, options)).toStrictEqual(context('go on'));
      expect(formatOutput('stop', FAILED, options)).toStrictEqual(context(ON_FAILURE));
      expect(formatOutput('stop', ALLOW, options)).toStrictEqual(say({ reason: 'done', systemMessage: 'ccc: a line' }));
      const long = (length: number): HookDecision => ({ kind: 'block', feedback: 'x'.repeat(length) });
      expect(formatOutput('stop', long(10_000), options)).toStrictEqual(context('x'.repeat(10_000)));
      expect(formatOutput('stop', long(10_001), options)).toStrictEqual(
        say({ decision: 'block', reason: 'x'.repeat(10_001), systemMessage: 'ccc: a line' }),
      );
    },
  );

  it('in the background an objection is an exit code', () => {
    const options = { inBackground: true, contextFor: 'Stop', systemMessage: 'ccc: a line' } as const;
    expect(formatOutput('stop', BLOCK, options)).toStrictEqual({ exit: 2, stderr: 'go on' });
    expect(formatOutput('stop', FAILED, { ...options, onStopFailure: 'block' })).toStrictEqual({
      exit: 2,
      stderr: ON_FAILURE,
    });
    expect(formatOutput('stop', FAILED, options)).toStrictEqual(FAILURE);
    expect(formatOutput('stop', ALLOW, options)).toMatchObject({ exit: 0 });
  });

  it.each(['deny', 'ask'] as const)(
    'a failed stop is sent back with on_stop_failure "block", on_failure %s',
    (onFailure) => {
      const sentBack = say({ decision: 'block', reason: ON_FAILURE });
      expect(formatOutput('stop', FAILED, { onFailure, onStopFailure: 'block' })).toStrictEqual(sentBack);
      expect(formatOutput('stop', FAILED, { onFailure, onStopFailure: 'allow' })).toStrictEqual(FAILURE);
    },
  );

  it.each(TABLE.map(([shape]) => shape).filter((shape) => shape !== 'stop'))(
    'on_stop_failure is not about %s',
    (shape) => {
      const plain = formatOutput(shape, FAILED, { onFailure: 'ask' });
      expect(formatOutput(shape, FAILED, { onFailure: 'ask', onStopFailure: 'block' })).toStrictEqual(plain);
    },
  );

  it('a failed question is denied unless told otherwise', () =>
    expect(formatOutput('question', FAILED)).toStrictEqual(tool('deny', ON_FAILURE)));

  it.each(['', undefined])('no systemMessage for %j', (systemMessage) =>
    expect(formatOutput('stop', ALLOW, { systemMessage })).toStrictEqual(say({ reason: 'done' })),
  );
});

it('exit 0 has an object on stdout, any other exit has words and no stdout', () => {
  const shapes = fc.constantFrom(...TABLE.map(([shape]) => shape));
  const judgements: fc.Arbitrary<HookDecision> = fc.oneof(
    fc.record({ kind: fc.constant('allow' as const), reason: fc.string() }),
    fc.record({ kind: fc.constant('block' as const), feedback: fc.string() }),
    fc.record({ kind: fc.constant('failed' as const), reason: fc.string(), message: fc.string() }),
  );
  const options = fc.record({
    systemMessage: fc.option(fc.string(), { nil: undefined }),
    onFailure: fc.constantFrom('deny' as const, 'ask' as const, undefined),
    onStopFailure: fc.constantFrom('allow' as const, 'block' as const, undefined),
  });
  fc.assert(
    fc.property(shapes, judgements, options, (shape, judgement, option) => {
      const answer = formatOutput(shape, judgement, option);
      expect(Object.keys(answer)).toEqual(answer.exit === 0 ? ['exit', 'stdout'] : ['exit', 'stderr']);
      if (answer.exit === 0) expect(JSON.parse(JSON.stringify(answer.stdout))).toStrictEqual(answer.stdout);
    }),
  );
});
