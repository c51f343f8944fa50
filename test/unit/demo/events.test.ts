import { describe, expect, it } from 'vitest';
import { type DemoEvent, demoEventsIn } from '../../../src/demo/events.ts';

const assistant = (...content: object[]) => ({ type: 'assistant', message: { content } });
const hook = (stdout: unknown, stderr = '') => ({
  type: 'system',
  subtype: 'hook_response',
  stdout: typeof stdout === 'string' ? stdout : JSON.stringify(stdout),
  stderr,
});

describe('a line of the client’s', () => {
  it.each<[line: unknown, events: DemoEvent[]]>([
    [assistant({ type: 'text', text: 'Done.' }), [{ kind: 'says', text: 'Done.' }]],
    [
      assistant({ type: 'tool_use', name: 'Read', input: { file_path: '/a/b/price.sh' } }),
      [{ kind: 'does', tool: 'Read', what: 'price.sh' }],
    ],
    [
      assistant({ type: 'tool_use', name: 'AskUserQuestion', input: { questions: [{ question: 'Which?' }] } }),
      [{ kind: 'asks', question: 'Which?' }],
    ],
    [assistant({ type: 'thinking' }), []],
    [
      { type: 'user', message: { content: [{ type: 'tool_result', content: 'ok: 1' }] } },
      [{ kind: 'prints', text: 'ok: 1' }],
    ],
    [{ type: 'user', message: { content: [{ type: 'tool_result', content: '1 #!/bin/sh' }] } }, []],
    [{ type: 'user', message: { content: 'text' } }, []],
    [{ type: 'system', subtype: 'hook_started', hook_event: 'SessionStart' }, []],
    [{ type: 'system', subtype: 'hook_response', hook_event: 'SessionEnd', stdout: '{}' }, []],
    [{ type: 'system', subtype: 'hook_started', hook_event: 'Notification' }, []],
    [{ type: 'system', subtype: 'hook_started', hook_event: 'Stop' }, [{ kind: 'review-begins' }]],
    [hook({ decision: 'block', reason: 'no' }), [{ kind: 'verdict', allowed: false, feedback: 'no' }]],
    [hook({ reason: 'fine' }), [{ kind: 'verdict', allowed: true, feedback: 'fine' }]],
    [
      hook({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'r' } }),
      [{ kind: 'verdict', allowed: false, feedback: 'r' }],
    ],
    [hook('', 'supervisor SDK failed: x\n'), [{ kind: 'review-failed', why: 'supervisor SDK failed: x' }]],
    [{ type: 'result', is_error: false }, [{ kind: 'end', failed: false }]],
    [{ type: 'result', is_error: true }, [{ kind: 'end', failed: true }]],
    [{ type: 'system', subtype: 'init' }, []],
    [{ type: 'whatever' }, []],
    [7, []],
  ])('%j', (line, events) => expect(demoEventsIn(JSON.stringify(line))).toEqual(events));

  it('text that is not JSON yields nothing', () => expect(demoEventsIn('{"cut')).toEqual([]));
});
