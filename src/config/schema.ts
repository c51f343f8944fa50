/** One value. `default` applies where the key is missing; without it, missing means none. */
export type Setting =
  | { type: 'boolean'; default?: boolean }
  | { type: 'integer' | 'number'; min: number; max: number; default?: number }
  | { type: 'choice'; choices: readonly string[]; default?: string }
  | { type: 'string'; default?: string; meaning?: 'provider-name' | 'key-command' }
  | { type: 'strings'; default?: readonly string[]; meaning?: 'matchers' }
  /** A list of these names. A wrong one does not affect the rest. */
  | { type: 'choices'; choices: readonly string[]; default?: readonly string[] };

/** Objects with these keys, of which the first names it. A wrong one does not affect the rest of the list. */
export type List = {
  type: 'list';
  item: 'check' | 'runner';
  of: Readonly<Record<string, Setting & { required?: true }>>;
  default: readonly [];
};

export type Kind =
  | Setting
  | List
  /** Names of variables; their values may also be numbers and booleans. */
  | { type: 'variables' }
  /** Keys of the user's choice, each with a value of the same kind. */
  | { type: 'map'; of: Kind }
  /** These keys, and any of Claude Code's own settings. */
  | { type: 'object'; keys?: Readonly<Record<string, Kind>> };

/** The events that `supervisor.events` can name. Tool calls before they run are a matter of `supervisor.tools`. */
export const JUDGED_EVENTS = [
  'Stop',
  'SubagentStop',
  'TaskCompleted',
  'TeammateIdle',
  'PermissionRequest',
  'PermissionDenied',
  'UserPromptSubmit',
  'PostToolUse',
  'PostToolUseFailure',
] as const;

/**
 * The keys of `supervisor` in ccc.json. To add one: a line here, its description in
 * `scripts/reference/config-keys.ts`, then `npm run docs`.
 */
export const SUPERVISOR = {
  enabled: { type: 'boolean', default: false },
  max_iterations: { type: 'integer', min: 1, max: 100, default: 20 },
  timeout_seconds: { type: 'integer', min: 10, max: 3600, default: 600 },
  question_timeout_seconds: { type: 'integer', min: 5, max: 600, default: 30 },
  patience_seconds: { type: 'integer', min: 0, max: 3600, default: 120 },
  events: { type: 'choices', choices: JUDGED_EVENTS, default: ['Stop'] },
  tools: { type: 'strings', meaning: 'matchers', default: ['AskUserQuestion'] },
  answer_questions: { type: 'choice', choices: ['never', 'evident', 'always'], default: 'never' },
  approve_plans: { type: 'boolean', default: false },
  feedback: { type: 'choice', choices: ['block', 'context'], default: 'block' },
  review: { type: 'choice', choices: ['wait', 'background'], default: 'wait' },
  on_stop_failure: { type: 'choice', choices: ['allow', 'block'], default: 'allow' },
  on_failure: { type: 'choice', choices: ['auto', 'deny', 'ask'], default: 'auto' },
  checks: {
    type: 'list',
    item: 'check',
    of: {
      name: { type: 'string', required: true },
      run: { type: 'string', required: true },
      timeout_seconds: { type: 'integer', min: 1, max: 3600 },
      paths: { type: 'strings' },
      always: { type: 'boolean' },
    },
    default: [],
  },
  claims: { type: 'choice', choices: ['tell', 'block'], default: 'tell' },
  runners: {
    type: 'list',
    item: 'runner',
    of: {
      command: { type: 'string', required: true },
      kind: { type: 'choice', choices: ['test', 'build', 'lint', 'types'], required: true },
      passed: { type: 'string' },
      failed: { type: 'string' },
    },
    default: [],
  },
  context: { type: 'choice', choices: ['auto', 'fork', 'evidence'], default: 'auto' },
  provider: { type: 'string' },
  model: { type: 'string' },
  use_project_env: { type: 'boolean', default: false },
  max_turns: { type: 'integer', min: 1, max: 200, default: 60 },
  max_cost_usd: { type: 'number', min: 0.01, max: 100_000 },
  max_cost_usd_per_day: { type: 'number', min: 0.01, max: 100_000 },
  stall_after: { type: 'integer', min: 0, max: 100, default: 3 },
  skip_unchanged: { type: 'boolean', default: false },
  notify: { type: 'boolean', default: true },
  on_event: { type: 'string' },
  telemetry_feedback: { type: 'boolean', default: false },
} as const satisfies Record<string, Setting | List>;

/**
 * What a trusted `.claude/ccc.json` of a repository may set: checks, limits and how its runs are recognised, never who
 * reviews or what is reviewed. `claims` can only become stricter by it: "tell" is the default, and the user's own value
 * takes precedence.
 */
export const REPOSITORY_KEYS = ['checks', 'max_turns', 'max_cost_usd', 'stall_after', 'claims', 'runners'] as const;

/** The keys for a launch. Some programs write `null` for a missing value, so here it means missing. */
export const LAUNCH = {
  settings: { type: 'object' },
  claude_args: { type: 'strings', default: [] },
  otel: { type: 'variables' },
  current_provider: { type: 'string', meaning: 'provider-name' },
  providers: {
    type: 'map',
    of: {
      type: 'object',
      keys: { env: { type: 'variables' }, api_key_command: { type: 'string', meaning: 'key-command' } },
    },
  },
} as const satisfies Record<string, Kind>;

/** All keys at the top of ccc.json. */
export const FILE = {
  /** For editors; `ccc` does not read it. */
  $schema: { type: 'any' },
  ...LAUNCH,
  supervisor: { type: 'section', keys: SUPERVISOR },
} as const;

/** The type of a value of this kind. */
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
          : K extends { type: 'choices'; choices: readonly (infer Choice)[] }
            ? Choice[]
            : K extends { type: 'list'; of: infer Of extends Record<string, Kind> }
              ? Item<Of>[]
              : K extends { type: 'variables' }
                ? Record<string, string>
                : K extends { type: 'map'; of: infer Inner extends Kind }
                  ? Record<string, ValueOf<Inner>>
                  : K extends { type: 'object'; keys: infer Keys extends Record<string, Kind> }
                    ? KnownKeys<Keys> & Record<string, unknown>
                    : Record<string, unknown>;

/** One item of a list, with the keys of the file. */
export type Item<Of extends Readonly<Record<string, Kind>>> = {
  -readonly [Name in keyof Of as Of[Name] extends { required: true } ? Name : never]: ValueOf<Of[Name]>;
} & {
  -readonly [Name in keyof Of as Of[Name] extends { required: true } ? never : Name]?: ValueOf<Of[Name]> | undefined;
};

export type KnownKeys<Keys extends Readonly<Record<string, Kind>>> = {
  -readonly [Name in keyof Keys]?: ValueOf<Keys[Name]> | null | undefined;
};

/** Every key of ccc.json by its full name: `supervisor.enabled`, `providers.<name>.env`. */
export type ConfigKey = KeysIn<typeof FILE>;

type KeysIn<Keys> = { [Name in keyof Keys & string]: Name | KeysBelow<Name, Keys[Name]> }[keyof Keys & string];

type KeysBelow<Name extends string, Value> = Value extends { keys: infer Inner }
  ? `${Name}.${KeysIn<Inner>}`
  : Value extends { type: 'list'; of: infer Inner }
    ? `${Name}.${KeysIn<Inner>}`
    : Value extends { of: infer Inner }
      ? `${Name}.<name>` | KeysBelow<`${Name}.<name>`, Inner>
      : never;
