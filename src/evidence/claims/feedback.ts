import type { Claim, ClaimKind } from '../evidence.ts';
import { oneLine } from '../limits.ts';
import { runOutcomeText } from '../render/outcome-text.ts';

/** What the session shows to be wrong: only these are held against the worker without asking a reviewer. */
export const falseClaims = (claims: readonly Claim[]): Claim[] =>
  claims.filter(({ status }) => status === 'contradicted' || status === 'stale');

const MAX_CLAIMS = 5;
const MAX_FILES = 5;
const MAX_QUOTE = 300;
const MAX_COMMAND = 200;

/** What the worker is told about its claims: what it said, the run behind it, and what to do. */
export function claimsFeedback(claims: readonly Claim[]): string {
  const left = claims.length - MAX_CLAIMS;
  return [
    ...claims.slice(0, MAX_CLAIMS).map(claimText),
    ...(left > 0 ? [`And ${left} more.`] : []),
    '',
    'Run it again and report what it prints, or correct the message.',
  ].join('\n');
}

function claimText({ kind, quote, status, run }: Claim): string {
  const said = `Your last message says: ${JSON.stringify(oneLine(quote, MAX_QUOTE))}`;
  if (run === null) return `${said} The session shows otherwise.`;
  const last = `the last ${RUNS[kind]} (${oneLine(run.command, MAX_COMMAND)})`;
  if (status !== 'stale') return `${said} But ${last} ${runOutcomeText(run.outcome)}.`;
  const files = run.changedAfter.items.slice(0, MAX_FILES).map((path) => oneLine(path, MAX_COMMAND));
  const rest = run.changedAfter.total - files.length;
  return `${said} But code changed after ${last}: ${files.join(', ')}${rest > 0 ? ` (… ${rest} more)` : ''}.`;
}

const RUNS: Record<ClaimKind, string> = {
  test: 'test run',
  build: 'build',
  types: 'type check',
  lint: 'run of the linter',
  commit: 'commit',
  push: 'push',
  ci: 'CI run',
  created: 'command for it',
  removed: 'command for it',
  restored: 'command for it',
};
