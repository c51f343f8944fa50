import * as v from 'valibot';
import { configMessages } from '../i18n/config.ts';
import { configFix, type ExpectedValue } from '../i18n/config-problems.ts';
import { jsonErrors } from '../i18n/json-errors.ts';
import type { Language } from '../i18n/language.ts';
import { isObject } from '../platform/json/parse.ts';
import { UserError } from '../platform/user-error.ts';
import { type Config, type ConfigProblem, locateProblems, readConfig, unparsedIn } from './config-file.ts';
import { type Kind, type KnownKeys, LAUNCH, type ValueOf } from './schema.ts';
import { expectedType, itemSchema, type SchemaProblem, schemaOf } from './schema-reader.ts';

/** One service that speaks the Anthropic API, as `ccc.json` describes it: `${NAME}` is not replaced yet. */
export interface Provider {
  name: string;
  env: Record<string, string>;
  /** Everything else in it is Claude Code's own settings. */
  settings: Record<string, unknown>;
  /** Prints the key; a shell runs it when the key is needed. */
  apiKeyCommand: string | undefined;
}

/** The part of `ccc.json` that is about starting Claude Code. */
export interface LaunchConfig {
  /** Claude Code settings for every launch. */
  settings: Record<string, unknown>;
  claudeArgs: string[];
  /** Variables with which decisions are exported. */
  otel: Record<string, string>;
  current: string | undefined;
  providers: Map<string, Provider>;
}

export const NO_LAUNCH_CONFIG: LaunchConfig = {
  settings: {},
  claudeArgs: [],
  otel: {},
  current: undefined,
  providers: new Map(),
};

export const readLaunchConfig = async (path: string, language: Language): Promise<LaunchConfig> =>
  launchConfigOf(await readConfig(path), path, language);

/**
 * What a file that was read says about launches; an empty one says nothing. Throws the first problem: with a default in
 * its place, a launch could use another provider than the user meant.
 */
export async function launchConfigOf(config: Config, path: string, language: Language): Promise<LaunchConfig> {
  assertParsed(config, path, language);
  const { launch, problems } = launchOf(config.file);
  const [problem] = await locateProblems(problems.slice(0, 1), config.text ?? '');
  if (problem) throw errorFor(problem, path, language);
  return launch;
}

/** Throws if nothing of the file is known. */
export function assertParsed(config: Config, path: string, language: Language): void {
  const unparsed = unparsedIn(config);
  if (unparsed) throw errorFor(unparsed, path, language);
}

function errorFor({ key, cause, line, column }: ConfigProblem, path: string, language: Language): UserError {
  const messages = configMessages[language];
  const place = line === undefined ? path : `${path}:${line}:${column}`;
  switch (cause.code) {
    case 'unreadable':
      return new UserError(messages.unreadable(path, cause.error), messages.unreadableFix, {
        code: 'config-unreadable',
      });
    case 'syntax':
      return new UserError(messages.broken(place, jsonErrors[language][cause.error]), messages.brokenFix, {
        code: 'config-broken',
      });
    default:
      return new UserError(messages.unusable(place, key), configFix[language](cause), { code: 'config-invalid' });
  }
}

export interface LaunchSection {
  /** Without the keys that have a problem. */
  launch: LaunchConfig;
  /** At most one for each key. */
  problems: SchemaProblem[];
}

/** Pure: what a parsed `ccc.json` says about launches. */
export function launchOf(file: unknown): LaunchSection {
  if (!isObject(file))
    return {
      launch: NO_LAUNCH_CONFIG,
      problems: [{ path: [], cause: { code: 'wrong-value', expected: { type: 'object' } } }],
    };
  const values: Record<string, unknown> = {};
  const problems: SchemaProblem[] = [];
  for (const [name, kind] of Object.entries<Kind>(LAUNCH)) {
    const value = file[name];
    if (value === undefined || value === null) continue;
    const read = v.safeParse(launchSchemaOf(kind), value, { abortEarly: true });
    if (read.success) values[name] = read.output;
    else problems.push(problemAt(name, read.issues[0]));
  }
  const { settings, claude_args, otel, current_provider, providers } = values as KnownKeys<typeof LAUNCH>;
  return {
    launch: {
      settings: settings ?? {},
      claudeArgs: claude_args ?? [],
      otel: otel ?? {},
      current: current_provider || undefined,
      providers: new Map(Object.entries(providers ?? {}).map(([name, inner]) => [name, providerOf(name, inner)])),
    },
    problems,
  };
}

function launchSchemaOf(kind: Kind): v.GenericSchema {
  switch (kind.type) {
    case 'variables':
      return v.pipe(object, v.record(v.string(), variable));
    case 'map':
      return v.pipe(object, v.record(v.string(), launchSchemaOf(kind.of)));
    case 'object':
      return kind.keys ? v.pipe(object, objectWithKeys(kind.keys)) : object;
    case 'list':
      return v.array(itemSchema(kind));
    default:
      return schemaOf(kind);
  }
}

const object = v.custom<Record<string, unknown>>(isObject, expectedType('object'));
const variable = v.pipe(v.union([v.string(), v.number(), v.boolean()], expectedType('string')), v.transform(String));

const objectWithKeys = (keys: Readonly<Record<string, Kind>>) =>
  v.looseObject(
    Object.fromEntries(Object.entries(keys).map(([name, kind]) => [name, v.nullish(launchSchemaOf(kind))])),
  );

const problemAt = (name: string, issue: v.BaseIssue<unknown>): SchemaProblem => ({
  path: [name, ...(issue.path ?? []).map((step) => step.key as string | number)],
  cause: { code: 'wrong-value', expected: { type: issue.message } as ExpectedValue },
});

function providerOf(name: string, inner: ValueOf<typeof LAUNCH.providers.of>): Provider {
  const { env, api_key_command: command, ...settings } = inner;
  return { name, env: env ?? {}, settings, apiKeyCommand: command ?? undefined };
}
