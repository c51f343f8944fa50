import * as v from 'valibot';
import { isNeverJudged } from '../claude/hooks.ts';

/** Something that happened in the demo, as the client reported it. */
export type DemoEvent =
  | { kind: 'says'; text: string }
  | { kind: 'asks'; question: string }
  | { kind: 'does'; tool: string; what: string }
  | { kind: 'prints'; text: string }
  | { kind: 'review-begins' }
  | { kind: 'reviewer-reads'; file: string }
  | { kind: 'verdict'; allowed: boolean; feedback: string }
  | { kind: 'review-failed'; why: string }
  | { kind: 'end'; failed: boolean };

const Content = v.array(v.looseObject({ type: v.string() }));
const Line = v.looseObject({
  type: v.string(),
  subtype: v.optional(v.string()),
  hook_event: v.optional(v.string()),
  is_error: v.optional(v.boolean()),
  stdout: v.optional(v.string()),
  stderr: v.optional(v.string()),
  exit_code: v.optional(v.nullable(v.number())),
  message: v.optional(v.looseObject({ content: v.optional(v.union([v.string(), Content])) })),
});

/** Pure: the events in one line of the client's `stream-json`. What the demo does not show yields none. */
export function demoEventsIn(text: string): DemoEvent[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [];
  }
  const parsed = v.safeParse(Line, json);
  if (!parsed.success) return [];
  const line = parsed.output;
  switch (line.type) {
    case 'assistant':
      return blocksOf(line).flatMap(eventsFromWorker);
    case 'user':
      return blocksOf(line).flatMap(eventsFromTool);
    case 'system':
      if (line.hook_event && isNeverJudged(line.hook_event)) return [];
      if (line.subtype === 'hook_started') return [{ kind: 'review-begins' }];
      return line.subtype === 'hook_response' ? [verdictIn(line.stdout ?? '', line.stderr ?? '')] : [];
    case 'result':
      return [{ kind: 'end', failed: line.is_error === true }];
    default:
      return [];
  }
}

const blocksOf = ({ message }: v.InferOutput<typeof Line>) =>
  Array.isArray(message?.content) ? (message.content as Record<string, unknown>[]) : [];

function eventsFromWorker(block: Record<string, unknown>): DemoEvent[] {
  if (block.type === 'text') return [{ kind: 'says', text: String(block.text) }];
  if (block.type !== 'tool_use') return [];
  const input = (block.input ?? {}) as Record<string, unknown>;
  if (block.name === 'AskUserQuestion') {
    const [first] = (input.questions ?? []) as { question?: string }[];
    return [{ kind: 'asks', question: first?.question ?? '' }];
  }
  const what = String(input.command ?? input.file_path ?? '').replace(/^.*\//, '');
  return [{ kind: 'does', tool: String(block.name), what }];
}

/** Only the test's output is shown; a refused question appears as its verdict. */
function eventsFromTool(block: Record<string, unknown>): DemoEvent[] {
  const text = typeof block.content === 'string' ? block.content.trim() : '';
  return block.type === 'tool_result' && /^(?:ok|FAILED):/.test(text) ? [{ kind: 'prints', text }] : [];
}

/** What our hook answered. */
function verdictIn(stdout: string, stderr: string): DemoEvent {
  try {
    const answer = JSON.parse(stdout);
    const question = answer.hookSpecificOutput;
    if (question?.permissionDecision)
      return {
        kind: 'verdict',
        allowed: question.permissionDecision === 'allow',
        feedback: question.permissionDecisionReason ?? '',
      };
    return { kind: 'verdict', allowed: answer.decision !== 'block', feedback: answer.reason ?? '' };
  } catch {
    return { kind: 'review-failed', why: stderr.trim() };
  }
}
