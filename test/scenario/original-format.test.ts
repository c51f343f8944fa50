import { describe, expect, it } from 'vitest';
import { SMOKE_BUILDS, sample } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';

const questions = [
  { question: 'Which DB?', header: 'DB', options: [{ label: 'SQLite', description: 'small' }], multiSelect: false },
];

/** The seven test cases of the program that ccc replaces, as processes, with exactly their inputs. */
describe.each(SMOKE_BUILDS)('the original format, $name', (build) => {
  let answer = '';
  const { api, box } = useScenario(build, { script: () => textReply(answer) });

  const allow = (words: string) => JSON.stringify({ allow_stop: true, feedback: words });
  const block = (words: string) => JSON.stringify({ allow_stop: false, feedback: words });

  const stop = (id: string) => `{"session_id": "${id}", "stop_hook_active": false}`;
  const ask = (id: string, tool_use_id: string) => ({
    session_id: id,
    hook_event_name: 'PreToolUse',
    tool_name: 'AskUserQuestion',
    tool_input: { questions },
    tool_use_id,
  });
  const permission = (decision: string, words: string) => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: words,
    },
    // For the user; the original had no such line.
    systemMessage: expect.stringMatching(/^ccc: /),
  });

  const reviewed: [what: string, id: string, answer: string, input: string | object, output: object][] = [
    ['TC-001 Stop, allowed', 'test-001', allow('工作已完成'), stop('test-001'), { reason: '工作已完成' }],
    [
      'TC-004 question, denied',
      'test-004',
      block('应该先添加更多代码注释'),
      ask('test-004', 'toolu_002'),
      permission('deny', '应该先添加更多代码注释'),
    ],
    [
      'TC-002 Stop, blocked',
      'test-002',
      block('需要继续完善测试用例'),
      stop('test-002'),
      { decision: 'block', reason: '需要继续完善测试用例' },
    ],
    [
      'TC-003 question, allowed',
      'test-003',
      allow('问题合理，可以向用户提问'),
      ask('test-003', 'toolu_001'),
      permission('allow', '问题合理，可以向用户提问'),
    ],
    [
      'TC-007 no hook_event_name means Stop',
      'test-007',
      block('go on'),
      '{"session_id": "test-007"}',
      { decision: 'block', reason: 'go on' },
    ],
  ];
  // In a short run the first build has them all, and the other one of each event and of each verdict.
  it.each(build === SMOKE_BUILDS[0] ? reviewed : sample(2, reviewed))('%s', async (_, id, said, input, output) => {
    await box.supervise(id);
    answer = said;
    const { code, stdout, stderr } = await box.hook(input);
    expect([code, JSON.parse(stdout), stderr]).toEqual([0, output, '']);
    expect(box.state(id)).toMatchObject({ session_id: id, enabled: true, count: 1 });
  });

  it('TC-005 recursion guard', async () => {
    await box.supervise('test-005');
    const { code, stdout } = await box.hook('{"session_id": "test-005"}', { CCC_SUPERVISOR_HOOK: '1' });
    expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, ['reason']]);
    expect(api.requests).toHaveLength(0);
    expect(box.state('test-005').count).toBe(0);
  });

  it('TC-006 iteration limit', async () => {
    await box.supervise('test-006');
    box.write(`${box.cccDir}/supervisor-test-006.json`, { ...box.state('test-006'), count: 20 });
    const { code, stdout } = await box.hook('{"session_id": "test-006"}');
    expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, ['reason']]);
    expect(api.requests).toHaveLength(0);
    expect(box.state('test-006').count).toBe(20);
  });
});
