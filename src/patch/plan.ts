/** What is found under the names that matter. Broken is whatever cannot be started: a link to nowhere, say. */
export interface FoundFiles {
  /** `wrapper` is ours as it would be written now, `other-wrapper` one that starts another ccc. */
  claude: 'nothing' | 'client' | 'wrapper' | 'other-wrapper' | 'broken';
  original: 'nothing' | 'client' | 'broken';
  /** Whether a wrapper lies there that never got to its place. */
  temporary: boolean;
}

export type PatchStatus = 'not-patched' | 'patched' | 'half-done' | 'updated-since' | 'original-missing';
export type Spot = 'claude' | 'original' | 'temporary';
export type PatchStep =
  | { do: 'write'; path: 'temporary' }
  | { do: 'rename'; from: Spot; to: Spot }
  | { do: 'remove'; path: Spot };
export type PatchPlan = { steps: PatchStep[] } | { refused: 'no-claude' | 'original-missing' | 'claude-broken' };

const WRITE: PatchStep = { do: 'write', path: 'temporary' };
const PUT_ASIDE: PatchStep = { do: 'rename', from: 'claude', to: 'original' };
const PUT_IN_PLACE: PatchStep = { do: 'rename', from: 'temporary', to: 'claude' };
const PUT_BACK: PatchStep = { do: 'rename', from: 'original', to: 'claude' };

export function statusOf({ claude, original, temporary }: FoundFiles): PatchStatus {
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
 * The new wrapper is complete before anything is moved. A crash then leaves a `claude` that works, or none and the
 * original: that is half done, and either command puts it right.
 */
export function planPatch(seen: FoundFiles): PatchPlan {
  if (seen.claude === 'broken') return { refused: 'claude-broken' };
  if (seen.claude === 'client') return { steps: [WRITE, PUT_ASIDE, PUT_IN_PLACE] };
  if (seen.original !== 'client')
    return { refused: seen.claude === 'nothing' && seen.original === 'nothing' ? 'no-claude' : 'original-missing' };
  return { steps: seen.claude === 'wrapper' ? withoutTemporary(seen) : [WRITE, PUT_IN_PLACE] };
}

/** What is under the original's name gets its own back, whatever it is. Only an update has made it superfluous. */
export function planReset(seen: FoundFiles): PatchPlan {
  if (seen.claude === 'broken' && seen.original !== 'nothing') return { refused: 'claude-broken' };
  const tidy = withoutTemporary(seen);
  if (seen.claude === 'client')
    return { steps: seen.original === 'nothing' ? tidy : [{ do: 'remove', path: 'original' }, ...tidy] };
  if (seen.original !== 'nothing') return { steps: [PUT_BACK, ...tidy] };
  const ours = seen.claude === 'wrapper' || seen.claude === 'other-wrapper';
  return { steps: ours ? [{ do: 'remove', path: 'claude' }, ...tidy] : tidy };
}

const withoutTemporary = ({ temporary }: FoundFiles): PatchStep[] =>
  temporary ? [{ do: 'remove', path: 'temporary' }] : [];
