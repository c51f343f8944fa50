import { realPath } from '../../platform/folders.ts';
import type { Redact } from '../../platform/known-secrets.ts';
import { PLACES, projectFolderName } from '../places.ts';

/** The folders whose names must not be in a case. */
export interface RealPlaces {
  /** Several, if it is also known by a link. */
  repository: readonly string[];
  home: string | undefined;
}

/** Takes secrets and folders of this machine out of texts. */
export interface Anonymiser {
  text(text: string): string;
  /** The strings in a value; its keys stay. */
  value(value: unknown): unknown;
}

/** Ids of calls and messages look random, as keys do; but results are found by them. */
const CALL_ID = /\b(?:toolu|srvtoolu|msg|req)_[A-Za-z0-9]{6,60}\b/g;

export function anonymiser(places: RealPlaces, redact: Redact): Anonymiser {
  const replacements = replacementsFor(places);
  const text = (given: string) => {
    const placed = replacements.reduce((out, { pattern, by }) => out.replaceAll(pattern, by), given);
    const ids = placed.match(CALL_ID) ?? [];
    return placed
      .split(CALL_ID)
      .map((part, at) => redact(part) + (ids[at] ?? ''))
      .join('');
  };
  return {
    text,
    value: (value) =>
      JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? text(inner) : inner)) ?? 'null'),
  };
}

/** The longest first: the repository may be below the home folder. Folders are also known by their real paths. */
function replacementsFor({ repository, home }: RealPlaces): { pattern: RegExp; by: string }[] {
  const folders = [
    ...repository.map((real) => ({ real, place: PLACES.repository })),
    ...(home === undefined || home === '/' ? [] : [{ real: home, place: PLACES.home }]),
  ];
  return folders
    .flatMap(({ real, place }) => [...new Set([real, realPath(real)])].map((path) => ({ path, place })))
    .flatMap(({ path, place }) => [
      { real: path, by: place, end: '(?![\\w-]|\\.\\w)' },
      { real: projectFolderName(path), by: projectFolderName(place), end: '(?![A-Za-z0-9])' },
    ])
    .sort((a, b) => b.real.length - a.real.length)
    .map(({ real, by, end }) => ({ pattern: new RegExp(`${escaped(real)}${end}`, 'g'), by }));
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const MASK = /\[redacted\]/g;

/** How many places were redacted in a text. */
export const redactionsIn = (before: string, after: string): number =>
  Math.max(0, (after.match(MASK)?.length ?? 0) - (before.match(MASK)?.length ?? 0));
