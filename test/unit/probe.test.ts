import { it, expect } from 'vitest';
import { HOOK_EVENTS } from '@anthropic-ai/claude-agent-sdk/core';
import { readAnswer } from '../../src/review/answer.ts';
import { redactor } from '../../src/store/redact.ts';
import { parseJsonc } from '../../src/config/file.ts';
import { withLock } from '../../src/store/lock.ts';
import { symlinkSync, mkdtempSync } from 'node:fs';
it('probe', async () => {
  console.log(HOOK_EVENTS.length);
  const time = async (name: string, f: () => unknown) => { const t = performance.now(); let r; try { r = await f(); } catch (e) { r = `THROW ${String(e).slice(0,200)}`; } console.log(name, Math.round(performance.now()-t), JSON.stringify(r)?.slice(0,200)); };
  await time('bom', () => parseJsonc('\uFEFF{"a":1}'));
  await time('brace', () => readAnswer('{'.repeat(20000)));
  await time('brace+', () => readAnswer('{'.repeat(20000)+'allow_stop'));
  await time('allow{', () => readAnswer('allow_stop {'.repeat(400)));
  await time('deep', () => readAnswer(`{"allow_stop":false,"feedback":${'['.repeat(50000)}${']'.repeat(50000)}}`));
  await time('60 braces', () => readAnswer(`{"feedback":"${'{'.repeat(60)}","allow_stop":false}`));
  for (const s of ['a','-','"',' ','token','token ','_','-token','eyJ-','token="','token=\'','-----BEGIN ','a://','sk-','Bearer ','\\','token=\\"','a:b@','http://a:','A1b','authorization'])
    await time(`redact ${s}`, () => redactor([])(s.repeat(100_000/s.length)).length);
  const d = mkdtempSync('/tmp/probe/x'); symlinkSync('/nonexistent/zzz', `${d}/ccc`);
  await time('dangling', () => withLock(`${d}/ccc/l`, () => 1));
}, 200000);
