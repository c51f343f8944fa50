import type { Line } from './model.ts';

/** What became of the findings and claims of a round until the next one that was looked into. */
export interface RoundChange {
  /** Findings of the earlier round that are not there any more. */
  gone: string[];
  /** Claims that were made again and have another status. */
  claims: { quote: string; before: string; now: string }[];
}

/**
 * A stop of which findings or claims were computed. One that was let through by a limit or after `/overrule`, or that a
 * failing check sent back, has neither: nobody looked, so nothing of the round before is gone.
 */
const isRound = ({ event, verdict, findings, claims }: Line) =>
  event === 'Stop' && (verdict === 'allow' || verdict === 'block') && (findings !== undefined || claims !== undefined);

/** Pure: for each line what changed since the round before it; undefined: it is no round, the first, or nothing did. */
export function roundChanges(lines: readonly Line[]): (RoundChange | undefined)[] {
  let before: Line | undefined;
  return lines.map((line) => {
    // Another request is another task: its findings are not those of the last one.
    if (line.request && before?.request && line.request !== before.request) before = undefined;
    if (!isRound(line)) return undefined;
    const change = before && changeBetween(before, line);
    before = line;
    return change;
  });
}

function changeBetween(before: Line, now: Line): RoundChange | undefined {
  const found = now.findings && new Set(now.findings.map(({ text }) => text));
  const gone = found ? (before.findings ?? []).flatMap(({ text }) => (found.has(text) ? [] : [text])) : [];
  const claims = (now.claims ?? []).flatMap(({ quote, status }) => {
    const last = before.claims?.find((claim) => claim.quote === quote);
    return last && last.status !== status ? [{ quote, before: last.status, now: status }] : [];
  });
  return gone.length > 0 || claims.length > 0 ? { gone, claims } : undefined;
}
