import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../support/sandbox.ts';

const STYLE = readFileSync(join(ROOT, 'src', 'dashboard', 'page', 'style.css'), 'utf8');

it('has each colour once, in its light and its dark form', () => {
  const root = /^:root \{([^}]*)\}/m.exec(STYLE)?.[1] ?? '';
  const variables = [...root.matchAll(/--\w+: (.*);/g)].map(([, value]) => value);
  expect(variables.length).toBeGreaterThan(10);
  for (const value of variables) expect(value).toMatch(/^light-dark\(#[\da-f]{6}, #[\da-f]{6}\)$/);
  expect(STYLE.replace(root, '')).not.toMatch(/#[\da-f]{3,8}\b|prefers-color-scheme/i);
});
