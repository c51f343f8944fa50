import { sha256 } from '../../platform/sha256.ts';
import { field, stringField } from '../../transcript/entry.ts';
import { isAfter, type Moment } from '../moment.ts';
import { LineKindCounts } from './line-kind-counts.ts';

/** A file that tool calls changed. */
export interface EditedFile {
  path: string;
  first: Moment;
  last: Moment;
  bySubagent: boolean;
  byMain: boolean;
  /** Its content before the first change: its hash, `absent`, or unknown. */
  before: string | undefined;
  /** The newest changes, the oldest of them first. */
  versions: FileVersion[];
}

/** One change of a file: its content before and after it, likewise. */
export interface FileVersion {
  moment: Moment;
  before: string | undefined;
  after: string | undefined;
}

/** What an edit call changes. */
export interface FileEdit {
  path: string;
  parts: { removed: string; added: string; isEverywhere?: boolean }[];
  /** The whole file is replaced; its old content is in the result. */
  whole: boolean;
}

const MAX_FILES = 2_000;
const MAX_VERSIONS = 40;
export const EDIT_TOOLS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

export function editIn(tool: string, input: unknown): FileEdit | undefined {
  if (!EDIT_TOOLS.has(tool)) return undefined;
  const path = stringField(input, 'file_path') ?? stringField(input, 'notebook_path');
  if (path === undefined) return undefined;
  const part = (of: unknown) => ({
    removed: stringField(of, 'old_string') ?? '',
    added: stringField(of, 'new_string') ?? '',
    isEverywhere: field(of, 'replace_all') === true,
  });
  switch (tool) {
    case 'Edit':
      return { path, parts: [part(input)], whole: false };
    case 'MultiEdit': {
      const edits = field(input, 'edits');
      return { path, parts: Array.isArray(edits) ? edits.map(part) : [], whole: false };
    }
    case 'NotebookEdit':
      return { path, parts: [{ removed: '', added: stringField(input, 'new_source') ?? '' }], whole: false };
    default:
      return { path, parts: [{ removed: '', added: stringField(input, 'content') ?? '' }], whole: true };
  }
}

/** The files that tool calls changed, and the kinds of lines in their old and new texts. Bounded. */
export class Edits {
  readonly files = new Map<string, EditedFile>();
  readonly lineKinds = new LineKindCounts();
  total = 0;

  constructor(private readonly isCounted: (moment: Moment) => boolean) {}

  /** `result` is the client's record of the call; a subagent's transcript has none. */
  add(change: FileEdit, result: unknown, moment: Moment, bySubagent: boolean): void {
    const known = this.files.get(change.path);
    const version = { moment, before: contentBefore(result), after: contentAfter(change, result) };
    if (known) {
      const at = known.versions.findLastIndex((other) => !isAfter(other.moment, moment)) + 1;
      known.versions.splice(at, 0, version);
      if (known.versions.length > MAX_VERSIONS) known.versions.shift();
      if (isAfter(moment, known.last)) known.last = moment;
      // Subagents' transcripts are read later, but their changes may be earlier.
      if (isAfter(known.first, moment)) {
        known.first = moment;
        known.before = this.isCounted(moment) ? version.before : undefined;
      }
      known.bySubagent ||= bySubagent;
      known.byMain ||= !bySubagent;
    } else {
      this.total++;
      if (this.files.size >= MAX_FILES) return;
      this.files.set(change.path, {
        path: change.path,
        first: moment,
        last: moment,
        bySubagent,
        byMain: !bySubagent,
        before: this.isCounted(moment) ? version.before : undefined,
        versions: [version],
      });
    }
    if (!this.isCounted(moment)) return;
    if (this.files.get(change.path)?.before === 'absent') this.lineKinds.markCreated(change.path);
    if (change.whole) this.lineKinds.addText(change.path, stringField(result, 'originalFile') ?? '', -1);
    for (const { removed, added } of change.parts) {
      this.lineKinds.addText(change.path, removed, -1);
      this.lineKinds.addText(change.path, added, 1);
    }
  }
}

function contentBefore(result: unknown): string | undefined {
  const original = field(result, 'originalFile');
  if (typeof original === 'string') return sha256(original);
  return original === null && field(result, 'type') === 'create' ? 'absent' : undefined;
}

function contentAfter({ parts, whole, path }: FileEdit, result: unknown): string | undefined {
  if (whole) return sha256(parts[0]?.added ?? '');
  const original = field(result, 'originalFile');
  if (typeof original !== 'string' || path.endsWith('.ipynb')) return undefined;
  let text = original;
  for (const { removed, added, isEverywhere } of parts) {
    // The client may have matched other quotes or blanks than those of the file.
    if (removed === '' || !text.includes(removed)) return undefined;
    text = isEverywhere ? text.replaceAll(removed, () => added) : text.replace(removed, () => added);
  }
  return sha256(text);
}
