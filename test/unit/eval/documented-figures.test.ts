import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluationDocuments } from '../../../scripts/reference/evaluation-figures.ts';
import { ROOT } from '../../support/builds.ts';
import { temporaryFolder, write } from '../folder.ts';
import { writeCase } from './case.ts';

const PAGES = ['docs/evaluation.md', 'docs/evaluation.zh-CN.md'];
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('the figures of docs/evaluation.md', () => {
  it.runIf(existsSync(join(ROOT, 'eval')))('are those of the cases and the evidence as they are now', async () => {
    const documents = await evaluationDocuments(ROOT);
    for (const path of PAGES) expect(read(path), `${path} is out of date: npm run docs`).toBe(documents[path]);
  });

  it('are put into their block, and nothing else changes', async () => {
    const root = temporaryFolder();
    for (const path of PAGES) write(join(root, path), read(path));
    writeCase(join(root, 'eval', 'stale', 'a'));
    const documents = await evaluationDocuments(root);
    const [english = '', chinese = ''] = PAGES.map((path) => documents[path]);
    expect(english).toContain(
      '```text\n$ ccc eval eval --facts-only\n1 case, judged by the evidence alone, without a model\n',
    );
    expect(english).not.toContain('Wrong verdicts\n');
    expect(chinese).toContain('```text\n$ ccc eval eval --facts-only\n1 个用例，只凭证据判断，没有用模型\n');
    const around = (text: string) => text.replace(/```text\n\$ ccc eval eval[\s\S]*?```/, '');
    expect(around(english)).toBe(around(read('docs/evaluation.md')));
  });
});
