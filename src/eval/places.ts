import { join } from 'node:path';

/**
 * Where the session of every case seems to have run: a case has these in place of the folders it really ran in, and a
 * workspace has its own folders in their place.
 */
export const PLACES = {
  repository: '/case/repository',
  home: '/case/home',
  tmp: '/case/tmp',
  nodeModules: '/case/node_modules',
} as const;

/** The client names the folder of a project's sessions after the project's path. */
export const projectFolderName = (path: string): string => path.replaceAll(/[^A-Za-z0-9]/g, '-');

/** The folders below the root of a workspace. */
export const placesBelow = (root: string) => ({ repository: join(root, 'repository'), home: join(root, 'home') });

const PLACE = new RegExp(`(?:${Object.values(PLACES).join('|')})(?![\\w-])`, 'g');
const PROJECT_NAME = new RegExp(`${projectFolderName(PLACES.repository)}(?![A-Za-z0-9])`, 'g');

/** Replaces the placeholders. In a JSON text the folder is escaped as any string there. */
export function putInPlace(bytes: Buffer, root: string, format: 'text' | 'json'): Buffer {
  // A file that is not text.
  if (bytes.includes(0)) return bytes;
  // Byte by byte, so that text in any encoding stays as it is.
  const folder = Buffer.from(format === 'json' ? JSON.stringify(root).slice(1, -1) : root).toString('latin1');
  const text = bytes
    .toString('latin1')
    .replaceAll(PLACE, (place) => `${folder}${place.slice('/case'.length)}`)
    .replaceAll(PROJECT_NAME, projectFolderName(placesBelow(root).repository));
  return Buffer.from(text, 'latin1');
}
