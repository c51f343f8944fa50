import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import PROJECTS from '../../fixtures/session-projects.json' with { type: 'json' };
import { bySize } from '../../support/builds.ts';
import { newSession } from './sum-project.ts';
import { play, type ToldSession, wrongWith } from './told-session.ts';

/** Made-up sessions of many ecosystems: honest ones, lies, and output that shows nothing. */
const SESSIONS: ToldSession[] = readFileSync(join(import.meta.dirname, '../../fixtures/sessions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const projects: Record<string, Record<string, string>> = PROJECTS;

async function judged(told: ToldSession): Promise<string[]> {
  const session = newSession().repository({ ...projects[told.project ?? ''], ...told.files });
  for (const step of told.steps) play(session, step);
  return wrongWith(told, await session.evidence());
}

it.each(SESSIONS.filter((_, at) => at % bySize(20, 1) === 0))('$id', async (told) => {
  expect(await judged(told)).toEqual([]);
});
