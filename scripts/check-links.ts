/** `npm run check:links` */
import { resolve } from 'node:path';
import { brokenLinks } from './links.ts';

const complaints = brokenLinks(resolve(import.meta.dirname, '..'));
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
