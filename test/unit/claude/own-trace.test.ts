import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownTraceparent } from '../../../src/claude/own-trace.ts';
import { readEnv } from '../../../src/config/env.ts';
import { pathsOf } from '../../../src/config/paths.ts';
import { temporaryFolder, write } from '../folder.ts';

describe('the trace of the client', () => {
  const trace = async (files: Record<string, object>, variables: Record<string, string> = {}) => {
    const home = temporaryFolder();
    const project = join(home, 'project');
    for (const [path, env] of Object.entries(files)) write(join(home, path), JSON.stringify({ env }));
    const env = readEnv({ HOME: home, CLAUDE_PROJECT_DIR: project, TRACEPARENT: 'trace', ...variables });
    return ownTraceparent(env, pathsOf(env));
  };

  it.each<[what: string, files: Record<string, object>, expected: string | undefined]>([
    ['no settings', {}, 'trace'],
    ['settings of the user', { '.claude/settings.json': { TRACEPARENT: 'trace' } }, 'trace'],
    ['settings of a project that names none', { 'project/.claude/settings.json': { OTHER: 'trace' } }, 'trace'],
    ['settings of a project', { 'project/.claude/settings.json': { TRACEPARENT: 'trace' } }, undefined],
    ['local settings', { 'project/.claude/settings.local.json': { TRACEPARENT: 'trace' } }, undefined],
    // The client may still have what stood there before.
    ['another one in local settings', { 'project/.claude/settings.local.json': { TRACEPARENT: 'x' } }, undefined],
  ])('with %s', async (_, files, expected) => {
    expect(await trace(files)).toBe(expected);
  });

  it('without one is none', async () => {
    expect(await trace({}, { TRACEPARENT: '' })).toBeFalsy();
  });
});
