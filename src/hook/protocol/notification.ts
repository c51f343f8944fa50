type Variables = Readonly<Record<string, string | undefined>>;

const MAX_LETTERS = 120;
const [ESCAPE, BELL] = ['\x1b', '\x07'];

/**
 * The escape sequence of a desktop notification, for `terminalSequence`: Claude Code passes on OSC 0, 2, 9, 99 and 777 and
 * BEL, and ignores the whole field if there is anything else in it.
 */
export function notificationSequence(text: string, variables: Variables): string {
  const { TERM = '', KITTY_WINDOW_ID } = variables;
  // A multiplexer passes no notification on, but tells of a bell.
  if (/^(?:screen|tmux)/.test(TERM)) return BELL;
  const shown = plainLine(text);
  if (KITTY_WINDOW_ID || TERM.includes('kitty')) return osc(`99;;${shown}`);
  // Its fields are separated by semicolons.
  if (TERM.startsWith('rxvt')) return osc(`777;notify;ccc;${shown.replaceAll(';', ',')}`);
  // ConEmu and Windows Terminal read a digit and a semicolon as another command (4 is progress).
  return osc(`9;${/^\d/.test(shown) ? `ccc: ${shown}` : shown}`);
}

const osc = (content: string) => `${ESCAPE}]${content}${BELL}`;

/** A control character would end the sequence early, and what follows could be another one. */
function plainLine(text: string): string {
  const letters = [...text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ').trim()];
  return letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS - 1).join('')}…` : letters.join('');
}
