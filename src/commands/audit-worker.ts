import { auditContext } from '../audit/audit-context.ts';
import { type AuditTask, auditSession } from '../audit/audit-session.ts';
import type { Env } from '../config/env.ts';
import { writeStdout } from '../platform/output.ts';

/** One of the processes of `ccc audit`: a task on each line of stdin, its result on a line of stdout. */
export async function answerTasks(env: Env): Promise<number> {
  const context = auditContext(env);
  let rest = '';
  process.stdin.setEncoding('utf8');
  for await (const text of process.stdin) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const result = await auditSession(JSON.parse(line) as AuditTask, context);
      // Nobody reads it any more.
      if (!writeStdout(`${JSON.stringify(result)}\n`)) return 1;
    }
  }
  return 0;
}
