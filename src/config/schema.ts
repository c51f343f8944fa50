/** One value. `default` holds where the key is absent; without it, absent means none. */
export type Setting =
  | { type: 'boolean'; default?: boolean }
  | { type: 'integer' | 'number'; min: number; max: number; default?: number }
  | { type: 'choice'; choices: readonly string[]; default?: string }
  | { type: 'string'; default?: string; meaning?: 'provider-name' | 'key-command' }
  | { type: 'strings'; default?: readonly string[] };

/** Objects with these keys and no others. One that cannot be used spoils none of the rest. */
export type List = {
  type: 'list';
  of: Readonly<Record<string, Setting & { required?: true }>>;
  default: readonly [];
};

export type Kind =
  | Setting
  | List
  /** Names and their values, which numbers and booleans may be too. */
  | { type: 'variables' }
  /** Named by the user, each of the same kind. */
  | { type: 'map'; of: Kind }
  /** These keys, and whatever else Claude Code's own settings have. */
  | { type: 'object'; keys?: Readonly<Record<string, Kind>> };

/**
 * `supervisor` in ccc.json, read by the hook, which knows no other keys there. A key is a line here and its description
 * in `scripts/reference/config-keys.ts`; `npm run docs` does the rest.
 */
export const SUPERVISOR = {
  enabled: { type: 'boolean', default: false },
  max_iterations: { type: 'integer', min: 1, max: 100, default: 20 },
  timeout_seconds: { type: 'integer', min: 10, max: 3600, default: 600 },
  question_timeout_seconds: { type: 'integer', min: 5, max: 600, default: 30 },
  on_failure: { type: 'choice', choices: ['deny', 'ask'], default: 'deny' },
  checks: {
    type: 'list',
    of: {
      name: { type: 'string', required: true },
      run: { type: 'string', required: true },
      timeout_seconds: { type: 'integer', min: 1, max: 3600 },
      paths: { type: 'strings' },
    },
    default: [],
  },
  context: { type: 'choice', choices: ['auto', 'fork', 'evidence'], default: 'auto' },
  provider: { type: 'string' },
  model: { type: 'string' },
  max_turns: { type: 'integer', min: 1, max: 200, default: 60 },
  max_cost_usd: { type: 'number', min: 0.01, max: 100_000 },
  max_cost_usd_per_day: { type: 'number', min: 0.01, max: 100_000 },
  stall_after: { type: 'integer', min: 0, max: 100, default: 0 },
  skip_unchanged: { type: 'boolean', default: false },
} as const satisfies Record<string, Setting | List>;

/** What a repository's own `.claude/ccc.json` may set once it is trusted: checks and limits, never who reviews or what is reviewed. */
export const REPOSITORY_KEYS = ['checks', 'max_turns', 'max_cost_usd', 'stall_after'] as const;

/** What a launch reads. `null`, which some programs write for what is absent, is absent here. */
export const LAUNCH = {
  settings: { type: 'object' },
  claude_args: { type: 'strings', default: [] },
  current_provider: { type: 'string', meaning: 'provider-name' },
  providers: {
    type: 'map',
    of: {
      type: 'object',
      keys: { env: { type: 'variables' }, api_key_command: { type: 'string', meaning: 'key-command' } },
    },
  },
} as const satisfies Record<string, Kind>;

/** Everything that may stand at the top of ccc.json. */
export const FILE = {
  /** For editors; not read. */
  $schema: { type: 'any' },
  ...LAUNCH,
  supervisor: { type: 'section', keys: SUPERVISOR },
} as const;

/** What a value of this kind is, once read. */
export type ValueOf<K extends Kind> = K extends { type: 'boolean' }
  ? boolean
  : K extends { type: 'integer' | 'number' }
    ? number
    : K extends { type: 'choice'; choices: readonly (infer Choice)[] }
      ? Choice
      : K extends { type: 'string' }
        ? string
        : K extends { type: 'strings' }
          ? string[]
          : K extends { type: 'list'; of: infer Of extends Record<string, Kind> }
            ? Item<Of>[]
            : K extends { type: 'variables' }
              ? Record<string, string>
              : K extends { type: 'map'; of: infer Inner extends Kind }
                ? Record<string, ValueOf<Inner>>
                : K extends { type: 'object'; keys: infer Keys extends Record<string, Kind> }
                  ? KnownKeys<Keys> & Record<string, unknown>
                  : Record<string, unknown>;

/** One of a list, named as in the file. */
export type Item<Of extends Readonly<Record<string, Kind>>> = {
  -readonly [Name in keyof Of as Of[Name] extends { required: true } ? Name : never]: ValueOf<Of[Name]>;
} & {
  -readonly [Name in keyof Of as Of[Name] extends { required: true } ? never : Name]?: ValueOf<Of[Name]> | undefined;
};

export type KnownKeys<Keys extends Readonly<Record<string, Kind>>> = {
  -readonly [Name in keyof Keys]?: ValueOf<Keys[Name]> | null | undefined;
};

/** Every key of ccc.json, as people write it down: `supervisor.enabled`, `providers.<name>.env`. */
export type ConfigKey = KeysIn<typeof FILE>;

type KeysIn<Keys> = { [Name in keyof Keys & string]: Name | KeysBelow<Name, Keys[Name]> }[keyof Keys & string];

type KeysBelow<Name extends string, Value> = Value extends { keys: infer Inner }
  ? `${Name}.${KeysIn<Inner>}`
  : Value extends { type: 'list'; of: infer Inner }
    ? `${Name}.${KeysIn<Inner>}`
    : Value extends { of: infer Inner }
      ? `${Name}.<name>` | KeysBelow<`${Name}.<name>`, Inner>
      : never;
