import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  decide,
  markApproved,
  type RuleInput,
  type State,
  switchOff,
  switchOn,
} from '../../../../src/hook/rules/state.ts';
import { bySize } from '../../../support/builds.ts';

const NOW = '2026-01-01T00:00:00.000Z';

type Move =
  | { do: 'event'; input: RuleInput }
  | { do: 'on' }
  | { do: 'off' }
  | { do: 'settle'; promptId: string | undefined };

const promptId = fc.option(fc.constantFrom('p1', 'p2', 'p3'), { nil: undefined });
const input: fc.Arbitrary<RuleInput> = fc.record({
  sessionId: fc.constant('s'),
  event: fc.constantFrom('Stop', 'PreToolUse'),
  tool: fc.constant(null),
  promptId,
  exemption: fc.option(fc.constantFrom('background' as const, 'compaction' as const), { nil: undefined, freq: 5 }),
  canNotify: fc.boolean(),
});
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('event' as const), input }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'on' as const }, { do: 'off' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), promptId }) },
);

/** What the contract promises of any history, kept apart from how the state keeps it. */
class Model {
  enabled: boolean;
  count = 0;
  approvedPrompt: string | null | undefined;
  pauseNotified = false;

  constructor(enabledByDefault: boolean) {
    this.enabled = enabledByDefault;
  }

  switch(enabled: boolean): void {
    this.enabled = enabled;
    if (enabled) this.begin();
  }

  begin(): void {
    this.count = 0;
    this.approvedPrompt = undefined;
    this.pauseNotified = false;
  }
}

it('no history lets the count pass its limit, and every review counts exactly one', () => {
  const rules = fc.record({ maxIterations: fc.integer({ min: 1, max: 5 }), enabledByDefault: fc.boolean() });
  fc.assert(
    fc.property(rules, fc.array(move, { maxLength: 60 }), (rule, moves) => {
      const model = new Model(rule.enabledByDefault);
      let state: State | undefined;
      for (const step of moves) {
        if (step.do === 'on') {
          state = switchOn(state, 's', NOW);
          model.switch(true);
        } else if (step.do === 'off') {
          state = switchOff(state, 's', state?.enabled ?? rule.enabledByDefault, NOW);
          model.switch(false);
        } else if (step.do === 'settle') {
          // As the hook does it: only where a review has left a state behind.
          if (!state) continue;
          state = markApproved(state, step.promptId, 'tree', NOW);
          model.approvedPrompt = step.promptId ?? null;
        } else {
          const { action, next } = decide(state, step.input, rule, NOW);
          check(model, step.input, action, rule.maxIterations);
          expect((next ?? state)?.count ?? 0).toBe(model.count);
          state = next ?? state;
        }
        expect(model.count).toBeLessThanOrEqual(rule.maxIterations);
        expect(state?.count ?? 0).toBeLessThanOrEqual(rule.maxIterations);
      }
    }),
    { numRuns: bySize(100, 500) },
  );
});

function check(model: Model, input: RuleInput, action: ReturnType<typeof decide>['action'], max: number): void {
  if (!model.enabled) return void expect(action.kind).toBe('off');
  if (input.exemption) return void expect(action).toEqual({ kind: 'exempt', why: input.exemption });
  const { promptId } = input;
  if (model.approvedPrompt !== undefined && promptId !== undefined && promptId !== model.approvedPrompt) model.begin();
  if (model.count < max) {
    model.count += 1;
    return void expect(action).toEqual({ kind: 'judge', count: model.count });
  }
  const notify = ['Stop', 'UserPromptSubmit'].includes(input.event) && input.canNotify && !model.pauseNotified;
  model.pauseNotified ||= notify;
  expect(action).toEqual({ kind: 'paused', count: model.count, notify });
}
