/** The kinds of files in our folder that belong to a session, a launch or a folder, and can get old. */
export type FileKind = 'state' | 'log' | 'lock' | 'launch' | 'reviewer' | 'checks';

export const FILE_KINDS: readonly FileKind[] = ['state', 'log', 'lock', 'launch', 'reviewer', 'checks'];

export interface RecognizedFile {
  name: string;
  kind: FileKind;
  /** The supervisor id, the tag of the launch or of the hook (`host.pid`), or the folder's key. */
  id: string;
}

/** A file as `lstat` sees it. */
export interface FoundFile extends RecognizedFile {
  type: 'file' | 'link' | 'other';
  changedMs: number;
  bytes: number;
}

/** Files that are kept or removed together: those of one session, with those of the launch that started it. */
export interface FileGroup<F extends RecognizedFile = RecognizedFile> {
  owner: string;
  files: F[];
}

const PATTERNS: readonly [kind: FileKind, pattern: RegExp][] = [
  // A damaged state is renamed to `….json.corrupt-<time>`, and `….json.tmp` is left by a process that was killed.
  ['state', /^supervisor-(.+)\.json(?:\.tmp|\.corrupt-[0-9TZ-]+)?$/],
  ['log', /^supervisor-(.+)\.log(?:\.1)?$/],
  // `….lock.<token>` is the claim of a process that was killed while it broke a lock (docs/adr/0003).
  ['lock', /^supervisor-(.+)\.lock(?:\.[a-z0-9]{9,})?$/],
  ['launch', /^launch-(.+\.\d+)(?:\.settings)?\.json$/],
  ['reviewer', /^reviewer-(.+\.\d+)\.settings\.json$/],
  ['checks', /^checks-([0-9a-f]{16})\.json(?:\.\d+\.tmp)?$/],
];

/** What a file in our folder is, by its name; undefined for everything that cleaning must not touch. */
export function recognize(name: string): RecognizedFile | undefined {
  for (const [kind, pattern] of PATTERNS) {
    const id = pattern.exec(name)?.[1];
    if (id !== undefined) return { name, kind, id };
  }
  return undefined;
}

export const ownerOfSession = (supervisorId: string) => `session ${supervisorId}`;
export const ownerOfLaunch = (tag: string) => `launch ${tag}`;
export const ownerOfReviewer = (tag: string) => `reviewer ${tag}`;

/** Pure: `launchIds` names the supervisor id of each launch that has recorded one. */
export function groupFiles(names: readonly string[], launchIds: ReadonlyMap<string, string>): FileGroup[] {
  const groups = new Map<string, RecognizedFile[]>();
  for (const name of names) {
    const file = recognize(name);
    if (!file) continue;
    const owner = ownerOf(file, launchIds);
    const group = groups.get(owner);
    if (group) group.push(file);
    else groups.set(owner, [file]);
  }
  return [...groups].map(([owner, files]) => ({ owner, files }));
}

function ownerOf({ kind, id }: RecognizedFile, launchIds: ReadonlyMap<string, string>): string {
  switch (kind) {
    case 'state':
    case 'log':
    case 'lock':
      return ownerOfSession(id);
    case 'launch': {
      const session = launchIds.get(id);
      return session === undefined ? ownerOfLaunch(id) : ownerOfSession(session);
    }
    case 'reviewer':
      return ownerOfReviewer(id);
    case 'checks':
      return `checks ${id}`;
  }
}

/**
 * Pure: the files of a group that may be removed. All of them if its owner is not running and none of them has changed
 * since `beforeMs`; otherwise none. What runs on another host or in another container cannot be seen, there age decides.
 */
export function oldFiles({ owner, files }: FileGroup<FoundFile>, running: ReadonlySet<string>, beforeMs: number) {
  if (running.has(owner) || files.some(({ changedMs }) => changedMs >= beforeMs)) return [];
  // A link or a folder under the name of a file, or a file under the name of a lock, was not made by us.
  const isOfUs = ({ kind, type }: FoundFile) => type === (kind === 'lock' ? 'link' : 'file');
  // Without its lock a state cannot be removed safely.
  if (files.some((file) => file.kind === 'lock' && !isOfUs(file))) return [];
  return files.filter(isOfUs);
}
