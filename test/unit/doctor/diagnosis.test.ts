import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  countLevels,
  type Diagnosis,
  doctorReport,
  note,
  ok,
  problem,
  warning,
} from '../../../src/doctor/diagnosis.ts';
import { doctorMessages } from '../../../src/i18n/doctor.ts';

const FINDINGS: Diagnosis[] = [
  ok('client.found', 'here it is'),
  problem('hooks.launch', 'it broke\nat this step', 'do this\nthen that'),
  warning('client.version', 'rather old', 'update'),
  note('terminal.width', 'narrow', 'widen'),
];
const plain = { colour: false, utf8: true };

it('counts', () => expect(countLevels(FINDINGS)).toEqual({ ok: 1, note: 1, warning: 1, problem: 1 }));

describe('the report', () => {
  it('goes area by area, each fix below its diagnosis, the counts last', () => {
    expect(doctorReport(FINDINGS, plain, doctorMessages.en)).toBe(`Claude Code
  ✓ here it is
  ! rather old
    → update

Hooks
  ✗ it broke
    at this step
    → do this
      then that

Terminal
  · narrow
    → widen

1 problem, 1 warning, 1 note, 1 fine.
`);
  });

  it('can be read without UTF-8', () => {
    const text = doctorReport(FINDINGS, { colour: false, utf8: false }, doctorMessages.en);
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).toMatch(/ {2}ok here it is\n {2}! {2}rather old\n {5}-> update/);
  });

  it('colour adds nothing but colour', () => {
    const coloured = doctorReport(FINDINGS, { colour: true, utf8: true }, doctorMessages.en);
    expect(stripVTControlCharacters(coloured)).toBe(doctorReport(FINDINGS, plain, doctorMessages.en));
    expect(coloured).toContain('\x1b[31m✗\x1b[0m');
  });

  it.each([
    [[problem('disk.space', 'x', 'y')], 31],
    [[warning('disk.space', 'x', 'y')], 33],
    [[note('disk.space', 'x', 'y')], 32],
    [[ok('disk.space', 'x')], 32],
  ])('the counts have the colour of the worst', (diagnoses, colour) =>
    expect(doctorReport(diagnoses, { colour: true, utf8: true }, doctorMessages.en)).toMatch(
      new RegExp(`\\[${colour}m\\d+ problems?, .*\\n$`),
    ),
  );
});
