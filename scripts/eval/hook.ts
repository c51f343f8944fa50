import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../test/support/wait.ts';

/**
 * Stands where `ccc supervisor-hook` would: keeps the event and the transcript as they are when the client asks. Lets
 * every stop happen, agrees to plans, and refuses to show a question, so that the session ends by itself.
 *   bun scripts/eval/hook.ts FOLDER < event
 */
const folder = join(process.argv[2] as string, 'events');
const event = JSON.parse(readFileSync(0, 'utf8'));
const path: string = event.transcript_path;

// The client writes its transcript a moment later than it calls the hook.
const awaited: string = event.tool_use_id ?? JSON.stringify(event.last_assistant_message ?? '').slice(1, -1);
await until('the transcript', () => existsSync(path) && readFileSync(path, 'utf8').includes(awaited), 5000);

mkdirSync(folder, { recursive: true });
const to = join(folder, String(readdirSync(folder).length).padStart(3, '0'));
mkdirSync(to);
writeFileSync(join(to, 'event.json'), JSON.stringify(event));
cpSync(path, join(to, 'transcript.jsonl'));
const subagents = join(path.replace(/\.jsonl$/, ''), 'subagents');
if (existsSync(subagents)) cpSync(subagents, join(to, 'subagents'), { recursive: true });

const decisions: Record<string, object> = {
  AskUserQuestion: { permissionDecision: 'deny', permissionDecisionReason: 'Nobody is there to answer.' },
  ExitPlanMode: { permissionDecision: 'allow', updatedInput: event.tool_input },
};
const decision = decisions[event.tool_name];
if (decision) console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } }));
