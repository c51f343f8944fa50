import { existsSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import * as v from 'valibot';
import type { Paths } from '../config/paths.ts';
import { readTextIfExists, replaceFile } from '../platform/private-file.ts';
import { sha256 } from '../platform/sha256.ts';

const RecordSchema = v.object({
  /** What was there before: no file (`folder`: the topmost folder that was created), an empty file, or settings. */
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

/** `installed.json`: what `ccc install` changed in which settings file. The caller holds the lock. */
export class InstallRecords {
  constructor(private readonly paths: Paths) {}

  of(settings: string): InstallRecord | undefined {
    return this.all()[settings];
  }

  /** Every settings file that has a record. */
  files(): string[] {
    return Object.keys(this.all());
  }

  /** undefined removes the record. */
  set(settings: string, record: InstallRecord | undefined, assertHeld: () => void): void {
    const { [settings]: old, ...others } = this.all();
    if (record === undefined && old === undefined) return;
    const next = record === undefined ? others : { ...others, [settings]: record };
    if (Object.keys(next).length > 0)
      replaceFile(this.paths.installed, `${JSON.stringify(next, null, 2)}\n`, assertHeld);
    else rmSync(this.paths.installed, { force: true });
  }

  /** A file that cannot be read counts as empty: uninstall recognises our hooks without it. */
  private all(): Record<string, InstallRecord> {
    const text = readTextIfExists(this.paths.installed);
    if (text === undefined) return {};
    try {
      return v.parse(FileSchema, JSON.parse(text));
    } catch {
      return {};
    }
  }
}

function backupPath(settings: string, paths: Paths, n: number): string {
  const ending = extname(settings);
  const hash = sha256(settings).slice(0, 12);
  return join(paths.backups, `${basename(settings, ending)}-${hash}${n > 1 ? `-${n}` : ''}${ending}`);
}

/** Copies a settings file before its first change, unless there is a backup with this text. Returns the path of a new one. */
export function backUp(settings: string, text: string, paths: Paths): string | undefined {
  for (let n = 1; ; n++) {
    const path = backupPath(settings, paths, n);
    if (existsSync(path)) {
      if (readTextIfExists(path) === text) return undefined;
      continue;
    }
    replaceFile(path, text);
    return path;
  }
}
