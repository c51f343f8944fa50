import { expect, it } from 'vitest';
import { folderNames } from '../../../../src/dashboard/page/folder-names.ts';

it.each<[folders: string[], names: string[]]>([
  [
    ['/home/me/shop', '/home/me/docs'],
    ['shop', 'docs'],
  ],
  [
    ['/home/me/client-a/web', '/home/me/client-b/web', '/home/me/shop'],
    ['client-a/web', 'client-b/web', 'shop'],
  ],
  [
    ['/a/one/src/web', '/a/two/src/web'],
    ['one/src/web', 'two/src/web'],
  ],
  [
    ['/web', '/client/web', '/other/client/web'],
    ['/web', '/client/web', 'other/client/web'],
  ],
  [
    ['/a/web', '/a/web/'],
    ['/a/web', '/a/web/'],
  ],
  [
    ['/a/web', '/a/web'],
    ['web', 'web'],
  ],
  [
    ['/', '', '/购物 车'],
    ['/', '', '购物 车'],
  ],
])('%o are called %o', (folders, names) => expect(folders.map(folderNames(folders))).toEqual(names));

it('names a folder that is not among them by its last part, and none by nothing', () => {
  const nameOf = folderNames(['/a/web', '/b/web']);
  expect([nameOf('/c/d/shop'), nameOf(null)]).toEqual(['shop', '']);
});

it('names as many folders as a page has', () => {
  const folders = Array.from({ length: 600 }, (_, at) => `/home/me/code/${at}/path`);
  expect(new Set(folders.map(folderNames(folders))).size).toBe(600);
});
