import { expect, it } from 'vitest';
import { planInit } from '../../../src/init/plan.ts';
import { proposalText } from '../../../src/init/report.ts';
import { write } from '../folder.ts';
import { repositoryAt, world } from '../trust/repository.ts';

async function textFor(files: Record<string, string>, config: string | undefined): Promise<string> {
  const w = world();
  const p = repositoryAt(w.at('p'), '{}');
  for (const [name, text] of Object.entries(files)) write(w.at('p', name), text);
  if (config !== undefined) write(w.at('p', '.claude/ccc.json'), config);
  return proposalText(await planInit(p, w.paths, w.env), 'en', 200, '');
}

it('a check of that name with another command is not all of it', async () => {
  const config = '{"supervisor": {"checks": [{"name": "test", "run": "npm tset"}], "stall_after": 3}}';
  const text = await textFor({ 'package.json': '{"scripts": {"test": "jest"}}' }, config);
  expect(text).toContain('test is there already, with another command: npm tset\n');
  expect(text).not.toContain('has all of it');
  const same = await textFor({ 'package.json': '{"scripts": {"test": "jest"}}' }, config.replace('tset', 'test'));
  expect(same).toContain('has all of it');
});

it('a package.json that cannot be read is not nothing', async () => {
  const text = await textFor({ 'package.json': '{"scripts": {\n' }, undefined);
  expect(text).toContain('package.json cannot be read: 2:1: ');
  expect(text).not.toContain('Found nothing');
});
