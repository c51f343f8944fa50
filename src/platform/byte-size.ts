const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

/** A size for people: `512 B`, `12 kB`, `3.4 MB`, `12 GB`. */
export function byteSize(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < MB) return `${Math.round(bytes / KB)} kB`;
  if (bytes < 10 * MB) return `${(bytes / MB).toFixed(1)} MB`;
  return bytes < 10 * GB ? `${Math.round(bytes / MB)} MB` : `${Math.round(bytes / GB)} GB`;
}
