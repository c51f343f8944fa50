import { describe, expect, it } from 'vitest';
import { promptIn } from '../../../src/transcript/prompts.ts';
import { cpuMs } from '../cpu-time.ts';

const said = (content: string) => promptIn({ type: 'user', message: { role: 'user', content } } as never);

describe('what the user typed', () => {
  it.each<[raw: string, typed: string | undefined]>([
    ['fix it', 'fix it'],
    ['<system-reminder>no</system-reminder>fix it', 'fix it'],
    ['a<system-reminder>x</system-reminder>b<ide_selection>y</ide_selection>c', 'abc'],
    ['<system-reminder>never closed fix it', '<system-reminder>never closed fix it'],
    ['<command-name>/review</command-name><command-args> all </command-args>', '/review all'],
    ['<command-name> review </command-name>', '/review'],
    ['<command-name>/clear</command-name>', undefined],
    ['say <command-name>/clear</command-name>', 'say <command-name>/clear</command-name>'],
  ])('%j', (raw, typed) => expect(said(raw)).toBe(typed));

  it.each<[what: string, text: string]>([
    ['blanks after a mark', `<command-name>${' '.repeat(60_000)}`],
    ['marks that never end', '<system-reminder>'.repeat(4_000)],
    ['ends without a beginning', '</system-reminder>'.repeat(4_000)],
  ])('%s take no time', async (_, text) => expect(await cpuMs(() => said(text))).toBeLessThan(500));
});
