import { isUtf8 } from 'node:buffer';
import { parseEntry } from '../../transcript/entry.ts';
import type { NewCommit } from '../new-repository.ts';
import type { StoredFiles } from '../read-case.ts';
import { type Anonymiser, redactionsIn } from './anonymise.ts';

export interface NewFile {
  path: string;
  bytes: Buffer;
  executable: boolean;
  redactions: number;
  /** It is not text, and so nothing in it was looked for. */
  isBinary: boolean;
}

/** The files of the case, as they are added. */
export class AnonymousCopy {
  readonly files: NewFile[] = [];
  constructor(private readonly anonymise: Anonymiser) {}

  addValue(path: string, value: object): void {
    this.addText(path, JSON.stringify(value), `${JSON.stringify(this.anonymise.value(value), null, 2)}\n`);
  }

  addLines(path: string, lines: readonly string[]): void {
    const after = lines.map((line) => {
      const entry = parseEntry(line);
      // A line that was cut off is no JSON.
      return entry === null ? this.anonymise.text(line) : JSON.stringify(this.anonymise.value(entry));
    });
    this.addText(path, lines.join('\n'), after.map((line) => `${line}\n`).join(''));
  }

  private addText(path: string, before: string, after: string): void {
    const redactions = redactionsIn(before, after);
    this.files.push({ path, bytes: Buffer.from(after), executable: false, redactions, isBinary: false });
  }

  addTree(folder: string, tree: StoredFiles): void {
    for (const [path, { bytes, executable }] of tree)
      this.files.push({ path: `${folder}/${path}`, executable, ...this.anonymousBytes(bytes) });
  }

  commit({ files, message, date }: NewCommit): NewCommit {
    const anonymous = [...files].map(
      ([path, { bytes, executable }]) => [path, { executable, bytes: this.anonymousBytes(bytes).bytes }] as const,
    );
    return { files: new Map(anonymous), message: this.anonymise.text(message), date };
  }

  private anonymousBytes(bytes: Buffer): Pick<NewFile, 'bytes' | 'redactions' | 'isBinary'> {
    if (bytes.includes(0)) return { bytes, redactions: 0, isBinary: true };
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
    const before = bytes.toString(encoding);
    const after = this.anonymise.text(before);
    return { bytes: Buffer.from(after, encoding), redactions: redactionsIn(before, after), isBinary: false };
  }
}
