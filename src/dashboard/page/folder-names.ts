/** Pure: names a folder by the shortest end of its path that none of the others has. */
export function folderNames(folders: readonly string[]): (folder: string | null) => string {
  const owners = new Map<string, number>();
  const distinct = [...new Set(folders)];
  for (const folder of distinct) for (const end of endsOf(folder)) owners.set(end, (owners.get(end) ?? 0) + 1);
  // The whole path if each end of it is also that of another: `/web` beside `/client/web`.
  const names = new Map(
    distinct.map((folder) => [folder, endsOf(folder).find((end) => owners.get(end) === 1) ?? folder]),
  );
  return (folder) => (folder === null ? '' : (names.get(folder) ?? endsOf(folder)[0] ?? folder));
}

/** Shortest first. */
function endsOf(folder: string): string[] {
  const parts = folder.split('/').filter(Boolean);
  return parts.map((_, at) => parts.slice(-1 - at).join('/'));
}
