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
}

/** What an edit call changes. */
export interface FileEdit {
  path: string;
  parts: { removed: string; added: string }[];
  /** The whole file is replaced; its old content is in the result. */
  whole: boolean;
}

const MAX_FILES = 2_000;
export const EDIT_TOOLS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

export function editIn(tool: string, input: unknown): FileEdit | undefined {
  if (!EDIT_TOOLS.has(tool)) return undefined;
  const path = stringField(input, 'file_path') ?? stringField(input, 'notebook_path');
  if (path === undefined) return undefined;
  const part = (of: unknown) => ({
    removed: stringField(of, 'old_string') ?? '',
    added: stringField(of, 'new_string') ?? '',
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
    if (known) {
      if (isAfter(moment, known.last)) known.last = moment;
      // Subagents' transcripts are read later, but their changes may be earlier.
      if (isAfter(known.first, moment)) {
        known.first = moment;
        known.before = this.before(result, moment);
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
        before: this.before(result, moment),
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

  private before(result: unknown, moment: Moment): string | undefined {
    if (!this.isCounted(moment)) return undefined;
    const original = field(result, 'originalFile');
    if (typeof original === 'string') return sha256(original);
    return original === null && field(result, 'type') === 'create' ? 'absent' : undefined;
  }
}
