import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../support/sandbox.ts';

const STYLE = readFileSync(join(ROOT, 'src', 'dashboard', 'page', 'style.css'), 'utf8');

/** The two forms of a variable. */
function coloursOf(variable: string): { light: string; dark: string } {
  const [, light = '', dark = ''] =
    new RegExp(`${variable}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\);`).exec(STYLE) ?? [];
  return { light, dark };
}

/** As WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const PALETTES = ['light', 'dark'] as const;

it.each(PALETTES)('what can be operated has a border that can be seen, in %s', (palette) => {
  const border = /^button,\ninput,\nselect \{[^}]*border: 1px solid var\((--\w+)\);/m.exec(STYLE)?.[1] ?? '';
  for (const beside of ['--ground', '--card'])
    expect(contrast(coloursOf(border)[palette], coloursOf(beside)[palette]), beside).toBeGreaterThanOrEqual(3);
});

it.each(PALETTES)('bars can be told from what is behind them, in %s', (palette) => {
  for (const bar of ['--bar0', '--bar1', '--bar2', '--bar3', '--good', '--bad', '--broken'])
    expect(contrast(coloursOf(bar)[palette], coloursOf('--card')[palette]), bar).toBeGreaterThanOrEqual(3);
});

it.each(PALETTES)('a lost connection is as loud as what needs you, and can be read, in %s', (palette) => {
  const [lost, needsYou] = ['\\.top \\.lost', '\\.figures \\.some'].map((selector) => {
    const rule = new RegExp(`^${selector} \\{([^}]*)\\}`, 'm').exec(STYLE)?.[1] ?? '';
    return [/background: var\((--\w+)\)/.exec(rule)?.[1] ?? '', /^ {2}color: var\((--\w+)\)/m.exec(rule)?.[1] ?? ''];
  });
  expect(lost).toEqual(needsYou);
  const [ground = '', text = ''] = (lost ?? []).map((variable) => coloursOf(variable)[palette]);
  expect(contrast(ground, text)).toBeGreaterThanOrEqual(4.5);
});

it('has each colour once, in its light and its dark form', () => {
  const root = /^:root \{([^}]*)\}/m.exec(STYLE)?.[1] ?? '';
  const variables = [...root.matchAll(/--\w+: (.*);/g)].map(([, value]) => value);
  expect(variables.length).toBeGreaterThan(10);
  for (const value of variables) expect(value).toMatch(/^light-dark\(#[\da-f]{6}, #[\da-f]{6}\)$/);
  expect(STYLE.replace(root, '')).not.toMatch(/#[\da-f]{3,8}\b|prefers-color-scheme/i);
});
