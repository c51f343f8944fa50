import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeByFacts } from '../../src/eval/judge-case.ts';
import { findCases } from '../../src/eval/read-case.ts';
import { reportText } from '../../src/eval/report.ts';
import { type RunResult, runCases } from '../../src/eval/run-cases.ts';
import { openWorkspace } from '../../src/eval/workspace.ts';
import { evalMessages } from '../../src/i18n/eval.ts';
import type { Language } from '../../src/i18n/language.ts';

const BEGIN = '<!-- Written by npm run docs: what follows, up to the end of the block, is not edited by hand. -->';
const BLOCK = new RegExp(`${BEGIN}\n[\\s\\S]*?\n\`\`\`\n(?=\n|$)`);
const DOCUMENTS: Record<Language, string> = { en: 'docs/evaluation.md', zh: 'docs/evaluation.zh-CN.md' };

/** The pages about evaluation, with what `ccc eval eval --facts-only` says now; by their paths. */
export async function evaluationDocuments(root: string): Promise<Record<string, string>> {
  const cases = join(root, 'eval');
  const run = existsSync(cases) ? await judgedByFacts(cases) : undefined;
  const languages = Object.entries(DOCUMENTS) as [Language, string][];
  return Object.fromEntries(
    languages.map(([language, path]) => {
      const text = readFileSync(join(root, path), 'utf8');
      if (!BLOCK.test(text)) throw new Error(`${path} has no block for the figures: ${BEGIN}`);
      return [path, run ? text.replace(BLOCK, () => blockOf(run, language)) : text];
    }),
  );
}

async function judgedByFacts(folder: string): Promise<RunResult> {
  const run = await runCases(findCases(folder), {
    repeat: 1,
    signal: new AbortController().signal,
    open: (evalCase) => openWorkspace(evalCase, process.env, undefined),
    judge: judgeByFacts,
    isBudgetUsedUp: () => false,
    onProgress: () => {},
  });
  const [unusable] = run.unusable;
  if (unusable) throw new Error(`${unusable.file}: ${JSON.stringify(unusable.problem)}`);
  return run;
}

/** Without the list of wrong verdicts, which is long; the command prints it. */
function blockOf(run: RunResult, language: Language): string {
  const { misses } = evalMessages[language];
  const report = reportText({ ...run, factsOnly: true, repeat: 1 }, language).trimEnd();
  const parts = report.split('\n\n').filter((part) => !part.startsWith(`${misses}\n`));
  return `${BEGIN}\n\`\`\`text\n$ ccc eval eval --facts-only\n${parts.join('\n\n')}\n\`\`\`\n`;
}
