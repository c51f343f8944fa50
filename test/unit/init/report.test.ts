import { describe, expect, it } from 'vitest';
import { planInit } from '../../../src/init/plan.ts';
import { proposalText } from '../../../src/init/report.ts';
import { write } from '../folder.ts';
import { repositoryAt, world } from '../trust/repository.ts';

async function textFor(
  files: Record<string, string>,
  config: string | undefined,
  { own, language = 'en' }: { own?: string; language?: 'en' | 'zh' } = {},
): Promise<string> {
  const w = world();
  if (own !== undefined) write(w.paths.configFile, own);
  const p = repositoryAt(w.at('p'), '{}');
  for (const [name, text] of Object.entries(files)) write(w.at('p', name), text);
  if (config !== undefined) write(w.at('p', '.claude/ccc.json'), config);
  return proposalText(await planInit(p, w.paths, w.env), language, 200, '');
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

describe('how feedback reaches the agent is explained', () => {
  const files = { 'package.json': '{"scripts": {"test": "jest"}}' };

  it.each(['en', 'zh'] as const)('with a proposal, in %s', async (language) => {
    expect(await textFor(files, undefined, { language })).toMatch(
      /Stop hook error.*Stop hook feedback.*"feedback": "context"/,
    );
  });

  it.each<[why: string, config: string | undefined, own: string | undefined]>([
    ['it has been chosen', undefined, '{"supervisor": {"feedback": "block"}}'],
    [
      'nothing is proposed',
      '{"supervisor": {"checks": [{"name": "test", "run": "npm test"}], "stall_after": 3}}',
      undefined,
    ],
  ])('not if %s', async (_, config, own) => {
    expect(await textFor(files, config, own === undefined ? {} : { own })).not.toContain('Stop hook');
  });
});
