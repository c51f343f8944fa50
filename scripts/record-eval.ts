/**
 * Records the cases below `eval/` with the real client on a scripted API: only the model's words are ours.
 *   npm run record:eval [-- NAME or KIND…]
 */
import type { Sandbox } from '../test/support/sandbox.ts';
import type { CaseDefinition } from './eval/case.ts';
import { CASES } from './eval/cases.ts';
import { newSandbox, runSession } from './eval/session.ts';
import { writeCase } from './eval/write-case.ts';

/** A session mostly waits. */
const AT_ONCE = 8;

const wanted = process.argv.slice(2);
const left = Object.entries(CASES).flatMap(([kind, cases]) =>
  cases
    .filter(({ name }) => wanted.length === 0 || wanted.includes(kind) || wanted.includes(name))
    .map((definition) => ({ kind, definition })),
);
if (left.length === 0) throw new Error(`no case and no kind is called ${wanted.join(' or ')}`);

const open = new Set<Sandbox>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    left.length = 0;
    void Promise.all([...open].map((box) => box.close())).then(() => process.exit(1));
  });

await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = left.shift(); next; next = left.shift()) await record(next.kind, next.definition);
  }),
);

async function record(kind: string, definition: CaseDefinition): Promise<void> {
  const box = newSandbox();
  open.add(box);
  try {
    const bytes = writeCase(kind, definition, await runSession(definition, box));
    console.log(`${kind}/${definition.name}: ${Math.ceil(bytes / 1024)} kB`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${kind}/${definition.name}: ${(error as Error).message}`);
  } finally {
    await box.close();
    open.delete(box);
  }
}
