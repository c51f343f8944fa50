import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { textReply } from '../support/scripted-api.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(BUILDS)('ccc clean, $name', (build) => {
  const { api, box } = useScenario(build);
  beforeEach(() => api.setReplies({ worker: [textReply('Done.')], reviewer: [allow()] }));

  const old = (name: string, days: number, text = 'x'.repeat(2048)) => {
    const path = box.write(join(box.cccDir, name), text);
    const then = new Date(Date.now() - days * DAY_MS);
    utimesSync(path, then, then);
  };
  const names = () => box.files(box.cccDir).map((file) => file.slice(box.cccDir.length + 1));

  it('says what it would remove, removes it, and has nothing left to do', async () => {
    old('supervisor-a.json', 31);
    old('supervisor-a.log', 31);
    old('checks-0123456789abcdef.json', 31);
    old('supervisor-b.json', 8);
    old('reviews.jsonl', 400);
    const listing = '  session state  1 file  2 kB\n  logs           1 file  2 kB\n  check results  1 file  2 kB\n';
    expect(await box.ccc(['clean', '--dry-run'])).toMatchObject({
      code: 0,
      stdout: `Would remove 3 files (6 kB), unchanged for 30 days:\n${listing}`,
      stderr: '',
    });
    expect(names()).toHaveLength(5);
    expect((await box.ccc(['clean'])).stdout).toBe(`Removed 3 files (6 kB), unchanged for 30 days:\n${listing}`);
    expect(names().sort()).toEqual(['reviews.jsonl', 'supervisor-b.json']);
    expect((await box.ccc(['clean'])).stdout).toBe(
      'Nothing to remove: no file of an ended session is older than 30 days.\n',
    );
    expect((await box.ccc(['clean'], '', { CCC_LANG: 'zh' })).stdout).toMatch(/^没有可删除的文件：.*30 天/);
    expect(JSON.parse((await box.ccc(['clean', '--older-than', '1w', '--json'])).stdout)).toEqual({
      dry_run: false,
      older_than_seconds: 7 * 24 * 60 * 60,
      files: 1,
      bytes: 2048,
      kinds: [{ kind: 'state', files: 1, bytes: 2048 }],
      failed: [],
    });
    expect(names()).toEqual(['reviews.jsonl']);
  });

  it.each(['', '30', '0d', 'd', '-1d', '1.5d', 'soon'])('--older-than %j is wrong usage', async (age) => {
    old('supervisor-a.json', 400);
    const { code, stdout, stderr } = await box.ccc(['clean', `--older-than=${age}`]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('30d');
    expect(names()).toEqual(['supervisor-a.json']);
  });

  it('a launch removes old files too', async () => {
    old('supervisor-a.json', 31);
    old('supervisor-b.json', 29);
    expect(await box.ccc(['-p', 'do it'])).toMatchObject({ code: 0, stdout: 'Done.\n', stderr: '' });
    expect(names().filter((name) => name.startsWith('supervisor-'))).toEqual(['supervisor-b.json']);
  });
});
