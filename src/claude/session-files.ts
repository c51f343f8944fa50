import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes what a client keeps about itself while it runs: `<pid>.json` and `<pid>.<hash>.key`. It does so itself unless it
 * is killed. The key lets others write to the session, so a reviewer that we killed must not leave it behind.
 */
export function removeSessionFiles(folder: string, pid: number): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  const isItsOwn = (name: string) => name.startsWith(`${pid}.`) && /^\d+(?:\.[0-9a-f]+)?\.(?:json|key)$/.test(name);
  for (const name of names.filter(isItsOwn)) rmSync(join(folder, name), { force: true });
}
