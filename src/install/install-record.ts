import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { readIfThere, replaceFile } from '../platform/private-file.ts';

const RecordSchema = v.object({
  /** What was there before: no file (and folders that had to be made), a file with nothing in it, or settings. */
  before: v.variant('kind', [
    v.object({ kind: v.literal('missing'), folder: v.optional(v.string()) }),
    v.object({ kind: v.literal('blank'), text: v.string() }),
    v.object({ kind: v.literal('settings') }),
  ]),
  hollow: v.array(v.string()),
  cap: v.boolean(),
});

export type InstallRecord = v.InferOutput<typeof RecordSchema>;

const FileSchema = v.record(v.string(), RecordSchema);

/** What `ccc install` changed in which settings file. The caller holds the lock. */
export class InstallRecords {
  constructor(private readonly paths: Paths) {}

  of(settings: string): InstallRecord | undefined {
    return this.all()[settings];
  }

  get isEmpty(): boolean {
    return Object.keys(this.all()).length === 0;
  }

  /** undefined forgets it. */
  keep(settings: string, record: InstallRecord | undefined, stillHeld: () => void): void {
    const { [settings]: old, ...others } = this.all();
    if (record === undefined && old === undefined) return;
    const next = record === undefined ? others : { ...others, [settings]: record };
    if (Object.keys(next).length > 0)
      replaceFile(this.paths.installed, `${JSON.stringify(next, null, 2)}\n`, stillHeld);
    else rmSync(this.paths.installed, { force: true });
  }

  /** A record that cannot be read is as good as none: what we wrote can be recognised without it. */
  private all(): Record<string, InstallRecord> {
    const text = readIfThere(this.paths.installed);
    if (text === undefined) return {};
    try {
      return v.parse(FileSchema, JSON.parse(text));
    } catch {
      return {};
    }
  }
}

/** Where the copy is of a settings file as it was before we first changed it. */
function backupOf(settings: string, paths: Paths, n: number): string {
  const ending = extname(settings);
  const hash = createHash('sha256').update(settings).digest('hex').slice(0, 12);
  return join(paths.backups, `${basename(settings, ending)}-${hash}${n > 1 ? `-${n}` : ''}${ending}`);
}

/** Makes that copy, unless there is one of the same text. Returns its path if it was made now. */
export function backUp(settings: string, text: string, paths: Paths): string | undefined {
  for (let n = 1; ; n++) {
    const path = backupOf(settings, paths, n);
    if (existsSync(path)) {
      if (readIfThere(path) === text) return undefined;
      continue;
    }
    replaceFile(path, text);
    return path;
  }
}
