/** Secrets are looked for in this much before it is cut to `KEPT_CHARS`. */
const KEPT_BYTES = 64 * 1024;
const KEPT_CHARS = 12_000;

/** Keeps the end of a stream of any length. */
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

  /** As text: whole lines, without secrets and without terminal sequences. */
  text(secrets: readonly string[] = []): { output: string; leftOut: number } {
    const all = Buffer.concat(this.parts);
    const end = all.subarray(Math.max(0, all.length - KEPT_BYTES));
    const whole = end.length === this.total;
    const text = maskKnownSecrets(plainText((whole ? end : fromLineStart(end)).toString('utf8')), secrets).trimEnd();
    const output = lastChars(text, KEPT_CHARS);
    return { output, leftOut: whole && output === text ? 0 : Math.max(1, this.total - Buffer.byteLength(output)) };
  }
}

/** Known values only: tests often print what merely looks like a secret, and the worker has to read it. */
const maskKnownSecrets = (text: string, secrets: readonly string[]) =>
  [...secrets].sort((a, b) => b.length - a.length).reduce((left, value) => left.replaceAll(value, '[redacted]'), text);

/** From the start of a line, or at least of a UTF-8 character. */
function fromLineStart(bytes: Buffer): Buffer {
  const line = bytes.indexOf(0x0a);
  if (line >= 0 && line < bytes.length - 1) return bytes.subarray(line + 1);
  let start = 0;
  while (start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}

/** At most so many characters from the end; from the start of a line, unless the last line alone is longer. */
export function lastChars(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const end = text.slice(-chars);
  // The cut may be exactly at the start of a line.
  if (text[text.length - chars - 1] === '\n') return end;
  const line = end.indexOf('\n');
  // Not in the middle of a surrogate pair.
  return line >= 0 && line < end.length - 1 ? end.slice(line + 1) : end.replace(/^[\uDC00-\uDFFF]/, '');
}

/** Terminal sequences: titles and links up to their end, then colours and cursor movements, then incomplete ones. */
const SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
  /\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Of a line that was overwritten with carriage returns (progress), the last state stays. */
export function plainText(text: string): string {
  const lines = text.replaceAll(SEQUENCES, '').split('\n').map(lastState);
  return lines.join('\n').replaceAll(CONTROLS, '');
}

function lastState(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end--;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}
