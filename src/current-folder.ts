/** The folder may have been removed under us. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
