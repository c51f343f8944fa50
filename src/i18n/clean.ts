import { both } from './both.ts';

const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;

const en = {
  kind: {
    state: 'session state',
    log: 'logs',
    lock: 'locks',
    launch: 'launch settings',
    reviewer: 'reviewer settings',
    checks: 'check results',
  },
  hours: (count: number) => `${count} ${count === 1 ? 'hour' : 'hours'}`,
  days: (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`,
  removed: (count: number, size: string, age: string) => `Removed ${files(count)} (${size}), unchanged for ${age}:`,
  wouldRemove: (count: number, size: string, age: string) =>
    `Would remove ${files(count)} (${size}), unchanged for ${age}:`,
  files,
  nothingToRemove: (age: string) => `Nothing to remove: no file of an ended session is older than ${age}.`,
  badAge: (text: string) => `clean: invalid value ${JSON.stringify(text)} for --older-than`,
  badAgeFix: 'Use a number of hours, days or weeks, at least 1: 12h, 30d, 4w.',
  failed: (count: number, path: string, code: string) =>
    count === 1 ? `cannot remove ${path} (${code})` : `cannot remove ${count} files, the first is ${path} (${code})`,
  failedFix: 'Check the permissions of the folder and try again.',
  unreadable: (path: string, code: string) => `cannot read ${path} (${code})`,
};

export const cleanMessages = both(en, {
  kind: {
    state: '会话状态',
    log: '日志',
    lock: '锁',
    launch: '启动设置',
    reviewer: '审查者设置',
    checks: '检查结果',
  },
  hours: (count) => `${count} 小时`,
  days: (count) => `${count} 天`,
  removed: (count, size, age) => `已删除 ${count} 个文件（${size}），它们已有 ${age}没有变化：`,
  wouldRemove: (count, size, age) => `将删除 ${count} 个文件（${size}），它们已有 ${age}没有变化：`,
  files: (count) => `${count} 个文件`,
  nothingToRemove: (age) => `没有可删除的文件：已结束的会话没有超过 ${age}的文件。`,
  badAge: (text) => `clean：--older-than 不能是 ${JSON.stringify(text)}`,
  badAgeFix: '请用小时、天或周，至少为 1：12h、30d、4w。',
  failed: (count, path, code) =>
    count === 1 ? `无法删除 ${path}（${code}）` : `无法删除 ${count} 个文件，第一个是 ${path}（${code}）`,
  failedFix: '请检查目录的权限，然后重试。',
  unreadable: (path, code) => `无法读取 ${path}（${code}）`,
});
