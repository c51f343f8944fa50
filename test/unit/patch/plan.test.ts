import { describe, expect, it } from 'vitest';
import { type PatchFiles, type PatchStep, planPatch, planReset, statusOf } from '../../../src/patch/plan.ts';

const seen = (claude: PatchFiles['claude'], original: PatchFiles['original'], temporary = false): PatchFiles => ({
  claude,
  original,
  temporary,
});
const short = (step: PatchStep) => (step.do === 'rename' ? `${step.from} → ${step.to}` : `${step.do} ${step.path}`);
const plan = (made: ReturnType<typeof planPatch>) => ('steps' in made ? made.steps.map(short) : made.refused);

const WRAP = ['write temporary', 'claude → original', 'temporary → claude'];
const RENEW = ['write temporary', 'temporary → claude'];

describe.each<[PatchFiles, status: string, patch: string[] | string, reset: string[] | string]>([
  [seen('client', 'nothing'), 'not-patched', WRAP, []],
  [seen('client', 'nothing', true), 'half-done', WRAP, ['remove temporary']],
  [seen('wrapper', 'client'), 'patched', [], ['original → claude']],
  [seen('wrapper', 'client', true), 'patched', ['remove temporary'], ['original → claude', 'remove temporary']],
  [seen('other-wrapper', 'client'), 'patched', RENEW, ['original → claude']],
  [seen('other-wrapper', 'client', true), 'patched', RENEW, ['original → claude', 'remove temporary']],
  [seen('client', 'client'), 'updated-since', WRAP, ['remove original']],
  [seen('client', 'broken'), 'updated-since', WRAP, ['remove original']],
  [seen('client', 'client', true), 'updated-since', WRAP, ['remove original', 'remove temporary']],
  [seen('nothing', 'client'), 'half-done', RENEW, ['original → claude']],
  [seen('nothing', 'client', true), 'half-done', RENEW, ['original → claude', 'remove temporary']],
  [seen('wrapper', 'nothing'), 'original-missing', 'original-missing', ['remove claude']],
  [seen('other-wrapper', 'nothing'), 'original-missing', 'original-missing', ['remove claude']],
  [seen('wrapper', 'broken'), 'original-missing', 'original-missing', ['original → claude']],
  [seen('nothing', 'broken'), 'original-missing', 'original-missing', ['original → claude']],
  [seen('nothing', 'nothing'), 'not-patched', 'no-claude', []],
  [seen('nothing', 'nothing', true), 'half-done', 'no-claude', ['remove temporary']],
  [seen('broken', 'nothing'), 'not-patched', 'claude-broken', []],
  [seen('broken', 'client'), 'half-done', 'claude-broken', 'claude-broken'],
])('%o', (what, status, patch, reset) => {
  it(`is ${status}`, () => expect(statusOf(what)).toBe(status));
  it('patch', () => expect(plan(planPatch(what))).toEqual(patch));
  it('reset', () => expect(plan(planReset(what))).toEqual(reset));
});
