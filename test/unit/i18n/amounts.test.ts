import { expect, it } from 'vitest';
import { moneyText, shortTimeText, timeText } from '../../../src/i18n/amounts.ts';

it.each([
  [0, '$0.000'],
  [0.0716, '$0.072'],
  [9.9994, '$9.999'],
  [9.9996, '$10.00'],
  [123.456, '$123.46'],
])('%d dollars are %s', (usd, text) => expect(moneyText(usd)).toBe(text));

it.each([
  [0, '0.0 s', '0.0 秒'],
  [5_230, '5.2 s', '5.2 秒'],
  [59_949, '59.9 s', '59.9 秒'],
  [59_950, '1 min 0 s', '1 分 0 秒'],
  [65_400, '1 min 5 s', '1 分 5 秒'],
  [3_599_400, '59 min 59 s', '59 分 59 秒'],
  [3_599_600, '1 h 0 min', '1 小时 0 分'],
  [18_440_000, '5 h 7 min', '5 小时 7 分'],
])('%d ms are %s, %s', (ms, en, zh) => expect([timeText(ms, 'en'), timeText(ms, 'zh')]).toEqual([en, zh]));

it.each([
  [59_949, '59.9 s', '59.9 秒'],
  [59_950, '1.0 min', '1.0 分钟'],
  [202_000, '3.4 min', '3.4 分钟'],
  [750_000, '13 min', '13 分钟'],
  [3_569_000, '59 min', '59 分钟'],
  [3_570_000, '1.0 h', '1.0 小时'],
  [360_000_000, '100 h', '100 小时'],
])('%d ms in few columns are %s, %s', (ms, en, zh) =>
  expect([shortTimeText(ms, 'en'), shortTimeText(ms, 'zh')]).toEqual([en, zh]),
);
