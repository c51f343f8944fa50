import { expect, it } from 'vitest';
import { statusMessages } from '../../../src/i18n/status.ts';

const supervision = { mode: 'on', count: 1, max: 20, openRound: null, last: { outcome: 'allow' } } as const;

it('the line of a status line does not show an earlier verdict while a round is under way', () => {
  const { line } = statusMessages.en;
  expect(line(supervision)).toBe('supervisor on · 1/20 · approved');
  expect(line({ ...supervision, openRound: {} })).toBe('supervisor on · 1/20 · reviewing');
  const waits = (apiStatus: number | null) => line({ ...supervision, openRound: { apiStatus } });
  expect(waits(529)).toBe('supervisor on · 1/20 · reviewing: waiting for the API (529)');
  expect(waits(null)).toContain('waiting for the API (connection lost)');
  expect(statusMessages.zh.line({ ...supervision, openRound: { apiStatus: 529 } })).toBe(
    '监督已开启 · 1/20 · 正在审查：等待 API 恢复（529）',
  );
});
