/** `npm run page`: bundles the page of `ccc dashboard` into a source file, so that every build and test just imports it. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PAGE_FILE, pageSource } from './reference/page.ts';

const ROOT = resolve(import.meta.dirname, '..');
writeFileSync(join(ROOT, PAGE_FILE), pageSource(ROOT));
