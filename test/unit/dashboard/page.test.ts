import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGE_FILE, pageSource } from '../../../scripts/reference/page.ts';
import { pageHtml } from '../../../src/dashboard/page-html.ts';
import { ROOT } from '../../support/sandbox.ts';

it('the generated page is that of its sources (npm run page)', () => {
  expect(readFileSync(join(ROOT, PAGE_FILE), 'utf8')).toBe(pageSource(ROOT));
});

it('is one document, in which nothing ends the script early', () => {
  const { html, script } = pageHtml('zh');
  expect(html).toContain('<html lang="zh-CN">');
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(script).not.toContain('</');
  expect(script).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
});
