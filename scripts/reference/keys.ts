import { type ConfigKey, FILE, type Kind, LAUNCH } from '../../src/config/schema.ts';

/** Every kind of key in ccc.json: those that are read, the section `supervisor`, and `$schema`, which is not. */
export type Part = Kind | { type: 'any' } | { type: 'section'; keys: Readonly<Record<string, Kind>> };

export interface Key {
  name: ConfigKey;
  part: Part;
  /** `null` means missing. */
  mayBeNull: boolean;
  /** Those one level deeper. */
  below: Key[];
}

/** The schema as a tree of keys with their full names. */
export const keys = (): Key[] =>
  Object.entries<Part>(FILE).map(([name, part]) => keyOf(name, part, Object.hasOwn(LAUNCH, name)));

function keyOf(name: string, part: Part, mayBeNull: boolean): Key {
  return { name: name as ConfigKey, part, mayBeNull, below: below(name, part) };
}

function below(name: string, part: Part): Key[] {
  if (part.type === 'map') return [keyOf(`${name}.<name>`, part.of, false)];
  if (part.type === 'list')
    return Object.entries(part.of).map(([inner, kind]) => keyOf(`${name}.${inner}`, kind, false));
  if (part.type !== 'object' && part.type !== 'section') return [];
  const isOpen = part.type === 'object';
  return Object.entries(part.keys ?? {}).map(([inner, kind]) => keyOf(`${name}.${inner}`, kind, isOpen));
}

/** The tree from top to bottom. */
export const flat = (tree: Key[]): Key[] => tree.flatMap((key) => [key, ...flat(key.below)]);

export const defaultOf = ({ part }: Key): unknown => ('default' in part ? part.default : undefined);
