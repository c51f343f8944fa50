import * as v from 'valibot';
import type { Language } from '../i18n/language.ts';
import { providerMessages } from '../i18n/providers.ts';
import { isObject, parseJsonc, placesOf } from '../platform/json/parse.ts';
import { readIfThere } from '../platform/private-file.ts';
import { errorCode, UserError } from '../platform/user-error.ts';
import { type Fix, type Kind, type KnownKeys, LAUNCH, type ValueOf } from './schema.ts';
import { itemReader, readerOf } from './schema-reader.ts';

/** One service that speaks the Anthropic API, as `ccc.json` describes it. Nothing is expanded yet. */
export interface Provider {
  name: string;
  env: Record<string, string>;
  /** Everything else in it is Claude Code's own settings. */
  settings: Record<string, unknown>;
  /** Prints the key; run by a shell when the key is needed. */
  apiKeyCommand: string | undefined;
}

/** What of `ccc.json` concerns starting Claude Code. */
export interface LaunchConfig {
  /** Claude Code settings for every launch. */
  settings: Record<string, unknown>;
  claudeArgs: string[];
  current: string | undefined;
  providers: Map<string, Provider>;
}

export const NO_LAUNCH_CONFIG: LaunchConfig = {
  settings: {},
  claudeArgs: [],
  current: undefined,
  providers: new Map(),
};

/** Typed, because a schema's message is any string. */
const fix = (name: Fix) => name;

const object = v.custom<Record<string, unknown>>(isObject, fix('writeObject'));
const variable = v.pipe(v.union([v.string(), v.number(), v.boolean()], fix('writeString')), v.transform(String));

function reader(kind: Kind): v.GenericSchema {
  switch (kind.type) {
    case 'variables':
      return v.pipe(object, v.record(v.string(), variable));
    case 'map':
      return v.pipe(object, v.record(v.string(), reader(kind.of)));
    case 'list':
      return v.array(itemReader(kind));
    case 'object':
      return kind.keys ? v.pipe(object, openObject(kind.keys)) : object;
    default:
      return readerOf(kind);
  }
}

const openObject = (keys: Readonly<Record<string, Kind>>) =>
  v.looseObject(Object.fromEntries(Object.entries(keys).map(([name, kind]) => [name, v.nullish(reader(kind))])));

const FILE = v.pipe(object, openObject(LAUNCH)) as v.GenericSchema<unknown, KnownKeys<typeof LAUNCH>>;

/**
 * Reads the launch part of `ccc.json`. The hook falls back to defaults where the file is wrong; a launch does not: it
 * could start under another provider than the one that was meant.
 */
export async function readLaunchConfig(path: string, language: Language): Promise<LaunchConfig> {
  return launchConfigIn(readConfigText(path, language), path, language);
}

/** The text of `ccc.json`; undefined if there is none. */
export function readConfigText(path: string, language: Language): string | undefined {
  const messages = providerMessages[language];
  try {
    return readIfThere(path);
  } catch (error) {
    throw new UserError(
      messages.configUnreadable(path, errorCode(error) ?? String(error)),
      messages.configUnreadableFix,
    );
  }
}

/** `path` is where the text comes from, for what is said about it. */
export async function launchConfigIn(
  text: string | undefined,
  path: string,
  language: Language,
): Promise<LaunchConfig> {
  const messages = providerMessages[language];
  // An empty file is one that somebody has just made.
  const parsed = !text || text.replace('\uFEFF', '').trim() === '' ? { value: {} } : await parseJsonc(text);
  if (parsed.broken !== undefined) {
    const { line, column } = parsed.at;
    throw new UserError(messages.configBroken(path, line, column, parsed.broken), messages.configBrokenFix);
  }
  const read = v.safeParse(FILE, parsed.value, { abortEarly: true });
  if (!read.success) {
    const [issue] = read.issues;
    const key = (issue.path ?? []).map((step) => step.key as string | number);
    const [at] = await placesOf(text ?? '', [key]);
    throw new UserError(messages.configWrong(path, at, key.join('.')), messages[issue.message as Fix]);
  }
  const { settings, claude_args, current_provider, providers } = read.output;
  return {
    settings: settings ?? {},
    claudeArgs: claude_args ?? [],
    current: current_provider || undefined,
    providers: new Map(Object.entries(providers ?? {}).map(([name, inner]) => [name, providerOf(name, inner)])),
  };
}

function providerOf(name: string, inner: ValueOf<typeof LAUNCH.providers.of>): Provider {
  const { env, api_key_command: command, ...settings } = inner;
  return { name, env: env ?? {}, settings, apiKeyCommand: command ?? undefined };
}
