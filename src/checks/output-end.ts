/** Enough to find what failed; also what is looked through for secrets before it is cut to `KEPT_CHARS`. */
const KEPT_BYTES = 64 * 1024;
const KEPT_CHARS = 12_000;

/** Keeps the end of a stream, however long it is. */
export class OutputTail {
  private parts: Buffer[] = [];
  private kept = 0;
  private total = 0;

  add(data: Buffer): void {
    this.parts.push(data);
    this.kept += data.length;
    this.total += data.length;
    while (this.kept - (this.parts[0]?.length ?? 0) >= KEPT_BYTES) this.kept -= this.parts.shift()?.length ?? 0;
  }

  /** As text, for people: whole lines, without secrets and without what moves a terminal's cursor or colours it. */
  text(secrets: readonly string[] = []): { output: string; leftOut: number } {
    const all = Buffer.concat(this.parts);
    const end = all.subarray(Math.max(0, all.length - KEPT_BYTES));
    const whole = end.length === this.total;
    const text = masked(plain((whole ? end : fromLineStart(end)).toString('utf8')), secrets).trimEnd();
    const output = lastOf(text, KEPT_CHARS);
    return { output, leftOut: whole && output === text ? 0 : Math.max(1, this.total - Buffer.byteLength(output)) };
  }
}

/** Known values only: what merely looks like a secret is what many a test is about, and the worker has to read it. */
const masked = (text: string, secrets: readonly string[]) =>
  [...secrets].sort((a, b) => b.length - a.length).reduce((left, value) => left.replaceAll(value, '[redacted]'), text);

/** At the start of a line, or at least of a character. */
function fromLineStart(bytes: Buffer): Buffer {
  const line = bytes.indexOf(0x0a);
  if (line >= 0 && line < bytes.length - 1) return bytes.subarray(line + 1);
  let start = 0;
  while (start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}

/** At most so many characters from the end; from a line's start, unless the last line alone is longer. */
export function lastOf(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const end = text.slice(-chars);
  // The character before may be what ended a line.
  if (text[text.length - chars - 1] === '\n') return end;
  const line = end.indexOf('\n');
  // Not in the middle of a character that is two.
  return line >= 0 && line < end.length - 1 ? end.slice(line + 1) : end.replace(/^[\uDC00-\uDFFF]/, '');
}

/** Sequences of a terminal: titles and links up to their end, then colours and movements, then what is left of either. */
const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A line that was written over again and again, as progress is, counts as it was last. */
export function plain(text: string): string {
  const lines = text.replaceAll(SEQUENCES, '').split('\n').map(lastWritten);
  return lines.join('\n').replaceAll(CONTROLS, '');
}

function lastWritten(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end--;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}
