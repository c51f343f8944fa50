import { expect, it } from 'vitest';
import { commandLineMessages } from '../../../src/i18n/command-line.ts';
import { launchMessages } from '../../../src/i18n/launch.ts';
import { sessionMessages } from '../../../src/i18n/sessions.ts';

it('what was typed stands in Chinese quotes in Chinese, and cannot act on the terminal', () => {
  const [line, launch, sessions] = [commandLineMessages.zh, launchMessages.zh, sessionMessages.zh];
  const typed = 'a\x1b[2J';
  for (const text of [
    line.unexpectedArgument('log', typed),
    line.invalidValue('log', typed, '--verdict'),
    line.unknownSubcommand('provider', typed),
    launch.unknownWord(typed),
    sessions.unknown(typed),
    sessions.several(typed, 2),
  ])
    expect(text).toContain('“a<U+001B>[2J”');
});
