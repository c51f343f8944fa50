import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileLog } from '../../../src/platform/log.ts';
import { redactor } from '../../../src/platform/redact.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

describe('the log', () => {
  it('has a line for each message, with time, process and details', () => {
    const path = join(temporaryFolder(), 'ccc', 'x.log');
    fileLog(path, redactor(['hunter2']))('review begins', { event: 'Stop', key: 'hunter2' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      pid: process.pid,
      message: 'review begins',
      event: 'Stop',
      key: '[redacted]',
    });
    expect(modeOf(path)).toBe(0o600);
  });

  it.each([
    ['1 MiB stays', 1024 * 1024, false],
    ['more than that is put away once', 1024 * 1024 + 1, true],
  ])('%s', (_, size, putAway) => {
    const path = write(join(temporaryFolder(), 'x.log'), 'x'.repeat(size));
    fileLog(path, redactor([]))('next');
    expect(existsSync(`${path}.1`)).toBe(putAway);
    expect(readFileSync(path, 'utf8').startsWith('x')).toBe(!putAway);
    expect(readFileSync(path, 'utf8')).toContain('"message":"next"');
  });

  it('that cannot be written changes nothing', () => {
    const path = join(temporaryFolder(), 'x.log');
    mkdirSync(path);
    expect(() => fileLog(path, redactor([]))('lost')).not.toThrow();
  });
});
