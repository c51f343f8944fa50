/**
 * `npm run docs`: writes what is made from the schema of ccc.json, the figures of `ccc eval eval --facts-only`, and the
 * programs that the evidence recognises.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { documents } from './reference/documents.ts';
import { evaluationDocuments } from './reference/evaluation-figures.ts';
import { evidenceDocuments } from './reference/evidence-programs.ts';

const ROOT = resolve(import.meta.dirname, '..');
const all = { ...documents(), ...(await evaluationDocuments(ROOT)), ...evidenceDocuments(ROOT) };
for (const [path, text] of Object.entries(all)) writeFileSync(join(ROOT, path), text);
