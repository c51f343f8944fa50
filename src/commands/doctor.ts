import type { Env } from '../config/env.ts';
import { Problem } from '../problem.ts';

export const help = { en: 'not yet\n', zh: '尚未\n' };

export async function run(_argv: string[], _env: Env): Promise<number> {
  throw new Problem('not yet', '');
}
