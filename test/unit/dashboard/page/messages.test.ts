import { expect, it } from 'vitest';
import { messagesFor } from '../../../../src/dashboard/page/messages.ts';

const [english, chinese] = [messagesFor('en'), messagesFor('zh-CN')];

it.each<[counts: [shown: number, matching: number, all: number], en: string, zh: string]>([
  [[21, 21, 21], '21 of 21 sessions', '显示 21 个会话，共 21 个'],
  [[1, 1, 1], '1 of 1 session', '显示 1 个会话，共 1 个'],
  [[1, 1, 21], '1 of 21 sessions', '显示 1 个会话，共 21 个'],
  [[0, 0, 21], '0 of 21 sessions', '显示 0 个会话，共 21 个'],
  [[100, 250, 250], '100 of 250 sessions', '显示 100 个会话，共 250 个'],
  [[100, 200, 250], '100 of 200 sessions that match, 250 in all', '显示 100 个会话，符合条件的有 200 个，共 250 个'],
])('%o sessions', (counts, en, zh) => {
  expect(english.shown(...counts)).toBe(en);
  expect(chinese.shown(...counts)).toBe(zh);
});

it('a round is written as elsewhere', () => {
  expect(english.round(1, 20)).toBe('round 1 of 20');
  expect(chinese.round(1, 20)).toBe('第 1/20 轮');
});

it('what changed and what to do are said in plain words', () => {
  expect([english.statusChanged, chinese.statusChanged]).toEqual(['Status changed', '状态有变']);
  expect(english.notCopied).toBe('The browser refused to copy. The command is selected: copy it by hand.');
  expect(chinese.notCopied).toBe('浏览器拒绝复制。命令已选中，请手动复制。');
});

it.each([english, chinese])('figures that count rounds do not have the words for sessions', (messages) => {
  const ofSessions: string[] = [messages.needsYou, ...Object.values(messages.outcomes)];
  expect(Object.values(messages.figures).filter((text) => ofSessions.includes(text))).toEqual([]);
});

it('a review that was cut off is counted among those that failed, and both are said', () => {
  expect([english.figures.failures, chinese.figures.failures]).toEqual([
    ...['reviews failed or cut off', '失败或中断的审查'],
  ]);
  expect([english.failedOrCutOff, chinese.failedOrCutOff]).toEqual(['review failed or cut off', '审查失败或中断']);
});

it('a lost connection is said with its time', () => {
  expect(english.lost('21:29')).toBe('Not updated since 21:29. Is ccc dashboard still running?');
  expect(chinese.lost('21:29')).toBe('自 21:29 起没有更新。ccc dashboard 还在运行吗？');
});
