import { describe, expect, it } from 'vitest';
import { SMOKE_BUILDS } from '../support/builds.ts';
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

  it('TC-001 Stop, allowed', async () => {
    await box.supervise('test-001');
    answer = allow('工作已完成');
    const { code, stdout, stderr } = await box.hook('{"session_id": "test-001", "stop_hook_active": false}');
    expect([code, JSON.parse(stdout), stderr]).toEqual([0, { reason: '工作已完成' }, '']);
    expect(box.state('test-001')).toMatchObject({ session_id: 'test-001', enabled: true, count: 1 });
  });

  it('TC-002 Stop, blocked', async () => {
    await box.supervise('test-002');
    answer = block('需要继续完善测试用例');
    const { code, stdout } = await box.hook('{"session_id": "test-002", "stop_hook_active": false}');
    expect([code, JSON.parse(stdout)]).toEqual([0, { decision: 'block', reason: '需要继续完善测试用例' }]);
  });

  it('TC-003 question, allowed', async () => {
    await box.supervise('test-003');
    answer = allow('问题合理，可以向用户提问');
    const { code, stdout } = await box.hook({
      session_id: 'test-003',
      hook_event_name: 'PreToolUse',
      tool_name: 'AskUserQuestion',
      tool_input: { questions },
      tool_use_id: 'toolu_001',
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      permissionDecisionReason: '问题合理，可以向用户提问',
    });
  });

  it('TC-004 question, denied', async () => {
    await box.supervise('test-004');
    answer = block('应该先添加更多代码注释');
    const { code, stdout } = await box.hook({
      session_id: 'test-004',
      hook_event_name: 'PreToolUse',
      tool_name: 'AskUserQuestion',
      tool_input: { questions },
      tool_use_id: 'toolu_002',
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: '应该先添加更多代码注释',
    });
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

  it('TC-007 no hook_event_name means Stop', async () => {
    await box.supervise('test-007');
    answer = block('go on');
    const { code, stdout } = await box.hook('{"session_id": "test-007"}');
    expect([code, JSON.parse(stdout)]).toEqual([0, { decision: 'block', reason: 'go on' }]);
    expect(box.state('test-007').count).toBe(1);
  });
});
