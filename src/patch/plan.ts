/** What is at each path. `broken` cannot be started, for example a link without a target. */
export interface PatchFiles {
  /** `wrapper` is ours as it would be written now, `other-wrapper` one that starts another ccc. */
  claude: 'nothing' | 'client' | 'wrapper' | 'other-wrapper' | 'broken';
  original: 'nothing' | 'client' | 'broken';
  /** Whether a new wrapper was left by a patch that was interrupted. */
  temporary: boolean;
}

export type PatchStatus = 'not-patched' | 'patched' | 'half-done' | 'updated-since' | 'original-missing';
export type PatchPath = 'claude' | 'original' | 'temporary';
export type PatchStep =
  | { do: 'write'; path: 'temporary' }
  | { do: 'rename'; from: PatchPath; to: PatchPath }
  | { do: 'remove'; path: PatchPath };
export type PatchPlan = { steps: PatchStep[] } | { refused: 'no-claude' | 'original-missing' | 'claude-broken' };

const WRITE_WRAPPER: PatchStep = { do: 'write', path: 'temporary' };
const MOVE_ORIGINAL_ASIDE: PatchStep = { do: 'rename', from: 'claude', to: 'original' };
const MOVE_WRAPPER_IN: PatchStep = { do: 'rename', from: 'temporary', to: 'claude' };
const MOVE_ORIGINAL_BACK: PatchStep = { do: 'rename', from: 'original', to: 'claude' };

export function statusOf({ claude, original, temporary }: PatchFiles): PatchStatus {
  switch (claude) {
    case 'wrapper':
    case 'other-wrapper':
      return original === 'client' ? 'patched' : 'original-missing';
    case 'nothing':
    case 'broken':
      if (original === 'broken') return 'original-missing';
      return original === 'nothing' && !temporary ? 'not-patched' : 'half-done';
    case 'client':
      if (original !== 'nothing') return 'updated-since';
      return temporary ? 'half-done' : 'not-patched';
  }
}

/**
 * The new wrapper is written before anything is renamed. A crash leaves a working `claude`, or only the original: that is
 * `half-done`, and patch and reset both repair it.
 */
export function planPatch(found: PatchFiles): PatchPlan {
  if (found.claude === 'broken') return { refused: 'claude-broken' };
  if (found.claude === 'client') return { steps: [WRITE_WRAPPER, MOVE_ORIGINAL_ASIDE, MOVE_WRAPPER_IN] };
  if (found.original !== 'client')
    return { refused: found.claude === 'nothing' && found.original === 'nothing' ? 'no-claude' : 'original-missing' };
  return { steps: found.claude === 'wrapper' ? withoutTemporary(found) : [WRITE_WRAPPER, MOVE_WRAPPER_IN] };
}

/** The original gets its name back, unless an update has installed a newer client under that name. */
export function planReset(found: PatchFiles): PatchPlan {
  if (found.claude === 'broken' && found.original !== 'nothing') return { refused: 'claude-broken' };
  const cleanUp = withoutTemporary(found);
  if (found.claude === 'client')
    return { steps: found.original === 'nothing' ? cleanUp : [{ do: 'remove', path: 'original' }, ...cleanUp] };
  if (found.original !== 'nothing') return { steps: [MOVE_ORIGINAL_BACK, ...cleanUp] };
  const ours = found.claude === 'wrapper' || found.claude === 'other-wrapper';
  return { steps: ours ? [{ do: 'remove', path: 'claude' }, ...cleanUp] : cleanUp };
}

const withoutTemporary = ({ temporary }: PatchFiles): PatchStep[] =>
  temporary ? [{ do: 'remove', path: 'temporary' }] : [];
