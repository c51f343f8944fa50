import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { basename, delimiter, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WRAPPER_MARK } from '../../../src/claude/executable.ts';
import { type PatchStep, planPatch, planReset, statusOf } from '../../../src/patch/plan.ts';
import {
  type PatchTarget,
  patchableTarget,
  patchedTarget,
  perform,
  performAll,
  readPatchFiles,
  targetIn,
} from '../../../src/patch/target.ts';
import { modeOf, temporaryFolder, write } from '../folder.ts';

const WRAPPER = `${WRAPPER_MARK} as it is now\n`;
const OTHER = `${WRAPPER_MARK} of another ccc\n`;
const NEW = '#!/bin/sh\n# the client\n';
const STALE = '#!/bin/sh\n# the client before an update\n';

const CLAUDE = { nothing: undefined, client: NEW, wrapper: WRAPPER, 'other-wrapper': OTHER };
const TASKS = { patch: planPatch, reset: planReset };

/** A folder as it may be found, and the client that nobody may lose. */
function folder(claude: keyof typeof CLAUDE, original: boolean, temporary: string | undefined) {
  const place = targetIn(temporaryFolder());
  const text = CLAUDE[claude];
  const precious = claude === 'client' ? NEW : STALE;
  if (text !== undefined) write(place.claude, text, 0o755);
  if (original) write(place.original, STALE, 0o755);
  if (temporary !== undefined) write(place.temporary, temporary);
  return { place, precious };
}

const content = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const stepsOf = (task: keyof typeof TASKS, place: PatchTarget): PatchStep[] => {
  const plan = TASKS[task](readPatchFiles(place, WRAPPER));
  if ('refused' in plan) throw new Error(plan.refused);
  return plan.steps;
};
const names = (place: PatchTarget) => readdirSync(place.dir).sort();

function expectDone(task: keyof typeof TASKS, place: PatchTarget, precious: string) {
  if (task === 'patch') {
    expect([content(place.claude), content(place.original)]).toEqual([WRAPPER, precious]);
    expect(names(place)).toEqual(['claude', 'claude.ccc-original']);
    expect(modeOf(place.claude)).toBe(0o755);
  } else {
    expect(content(place.claude)).toBe(precious);
    expect(names(place)).toEqual(['claude']);
  }
}

/** Every way a folder can be found with a client in it, also with half a wrapper that a crash left. */
const FOUND = (['nothing', 'client', 'wrapper', 'other-wrapper'] as const).flatMap((claude) =>
  [false, true].flatMap((original) =>
    [undefined, WRAPPER, WRAPPER.slice(0, 9), ''].map((temporary) => ({ claude, original, temporary })),
  ),
);
const WITH_CLIENT = FOUND.filter(({ claude, original }) => claude === 'client' || original);

describe.each(WITH_CLIENT)('claude: $claude, original: $original, temporary: $temporary', (found) => {
  it.each(['patch', 'reset'] as const)('%s: done, and nothing to do the second time', (task) => {
    const { place, precious } = folder(found.claude, found.original, found.temporary);
    performAll(stepsOf(task, place), place, WRAPPER);
    expectDone(task, place, precious);
    expect(stepsOf(task, place)).toEqual([]);
    expect(statusOf(readPatchFiles(place, WRAPPER))).toBe(task === 'patch' ? 'patched' : 'not-patched');
  });

  it.each([
    ['patch', 'patch'],
    ['patch', 'reset'],
    ['reset', 'patch'],
    ['reset', 'reset'],
  ] as const)('%s killed after each of its steps, then %s', (first, next) => {
    const count = stepsOf(first, folder(found.claude, found.original, found.temporary).place).length;
    for (let done = 0; done <= count; done++) {
      const { place, precious } = folder(found.claude, found.original, found.temporary);
      for (const step of stepsOf(first, place).slice(0, done)) perform(step, place, WRAPPER);

      const left = readPatchFiles(place, WRAPPER);
      expect([content(place.claude), content(place.original)]).toContain(precious);
      if (left.claude === 'nothing') expect(statusOf(left)).toBe('half-done');
      else if (left.claude !== 'client') expect(left.original).toBe('client');

      performAll(stepsOf(next, place), place, WRAPPER);
      expectDone(next, place, precious);
    }
  });
});

describe('a step that fails', () => {
  // A folder in the way, because permission bits do not bind root.
  it.each(['original', 'temporary'] as const)('a folder under the name of the %s: claude is as it was', (spot) => {
    const { place } = folder('client', false, undefined);
    write(join(place[spot], 'keep'), 'mine');
    expect(() => performAll(stepsOf('patch', place), place, WRAPPER)).toThrow();
    expect(content(place.claude)).toBe(NEW);
    expect(names(place)).toEqual(['claude', basename(place[spot])]);
    expect(content(join(place[spot], 'keep'))).toBe('mine');
  });

  it('the last one: claude gets its name back', () => {
    const { place } = folder('client', true, undefined);
    const [writing, aside] = stepsOf('patch', place) as [PatchStep, PatchStep];
    const impossible: PatchStep = { do: 'rename', from: 'temporary', to: 'temporary' };
    expect(() => performAll([writing, aside, { do: 'remove', path: 'temporary' }, impossible], place, WRAPPER)).toThrow(
      'ENOENT',
    );
    expect([names(place), content(place.claude)]).toEqual([['claude'], NEW]);
  });
});

describe('links', () => {
  it('a relative link is renamed itself, so that it still points to the client', () => {
    const dir = temporaryFolder();
    write(join(dir, 'lib/client'), NEW, 0o755);
    mkdirSync(join(dir, 'bin'));
    symlinkSync('../lib/client', join(dir, 'bin/claude'));
    const place = targetIn(join(dir, 'bin'));
    performAll(stepsOf('patch', place), place, WRAPPER);
    expect([readlinkSync(place.original), content(place.original)]).toEqual(['../lib/client', NEW]);
    performAll(stepsOf('reset', place), place, WRAPPER);
    expect([readlinkSync(place.claude), names(place)]).toEqual(['../lib/client', ['claude']]);
  });

  it('an original that is a link to nowhere is there, and comes back as it was', () => {
    const { place } = folder('wrapper', false, undefined);
    symlinkSync('nowhere', place.original);
    expect(readPatchFiles(place, WRAPPER).original).toBe('broken');
    performAll(stepsOf('reset', place), place, WRAPPER);
    expect(lstatSync(place.claude).isSymbolicLink()).toBe(true);
  });

  it('an original that is our wrapper is none', () => {
    const { place } = folder('wrapper', false, undefined);
    write(place.original, OTHER, 0o755);
    expect(readPatchFiles(place, WRAPPER).original).toBe('broken');
  });

  it('a link to a wrapper elsewhere is patched there', () => {
    const { place } = folder('wrapper', true, undefined);
    const other = temporaryFolder();
    symlinkSync(place.claude, join(other, 'claude'));
    expect(patchableTarget(other)?.dir).toBe(place.dir);
  });

  it('a wrapper that lost its permission is written anew', () => {
    const { place } = folder('wrapper', true, undefined);
    chmodSync(place.claude, 0o644);
    expect(readPatchFiles(place, WRAPPER).claude).toBe('other-wrapper');
  });

  it('a claude that cannot be started is neither a client nor nothing', () => {
    const { place } = folder('nothing', true, undefined);
    symlinkSync('nowhere', place.claude);
    expect(readPatchFiles(place, WRAPPER).claude).toBe('broken');
  });
});

describe('which folder of PATH', () => {
  const path = (...places: PatchTarget[]) => places.map(({ dir }) => dir).join(delimiter);

  it('the first with a claude, or with a patch that took it away', () => {
    const none = targetIn(temporaryFolder());
    const [half, client, wrapped] = [
      folder('nothing', true, undefined).place,
      folder('client', false, undefined).place,
      folder('wrapper', true, undefined).place,
    ];
    expect(patchableTarget(path(none, half, client))).toEqual(half);
    expect(patchableTarget(path(none, client, half))).toEqual(client);
    expect(patchableTarget(path(wrapped, client))).toEqual(wrapped);
    expect(patchableTarget(path(none))).toBeUndefined();
  });

  it('a leftover of something that is gone is passed over, as a shell does', () => {
    const [gone, client] = [targetIn(temporaryFolder()), folder('client', false, undefined).place];
    symlinkSync('nowhere', gone.original);
    expect(patchableTarget(path(gone, client))).toEqual(client);
    expect(patchedTarget(path(gone, client))).toEqual(gone);
  });

  it('to undo: the first with something of ours', () => {
    const [client, wrapped, updated] = [
      folder('client', false, undefined).place,
      folder('wrapper', true, undefined).place,
      folder('client', true, undefined).place,
    ];
    expect(patchedTarget(path(client, wrapped, updated))).toEqual(wrapped);
    expect(patchedTarget(path(client, updated, wrapped))).toEqual(updated);
    expect(patchedTarget(path(client))).toBeUndefined();
  });

  it('relative entries are passed over', () => {
    const { place } = folder('client', false, undefined);
    expect(patchableTarget(relative(process.cwd(), place.dir))).toBeUndefined();
    expect(patchableTarget('')).toBeUndefined();
  });
});
