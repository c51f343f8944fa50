import type { Language } from '../i18n/language.ts';
import { snakeCase } from '../platform/letter-case.ts';

/** A text for people; a plain string is the same in both languages. */
export type LocalizedText = string | Readonly<Record<Language, string>>;

/** What completion can look up, besides fixed words. */
export type CompletionSource = 'file' | 'command' | 'provider' | 'session';

interface Value {
  help: LocalizedText;
  /** The only values there are; any other is refused. */
  choices?: readonly string[];
  /** What completion offers where other values are fine too. */
  suggestions?: readonly string[] | CompletionSource;
  /** Can be given more than once. */
  repeated?: boolean;
}

export interface Argument extends Value {
  /** Its name in the usage line. */
  placeholder: LocalizedText;
  required?: boolean;
}

export interface Option extends Value {
  /** The name of its value in the help. An option without one is a flag. */
  placeholder?: LocalizedText;
}

/** One command, declared once: parsing, help and completion are derived from this. */
export interface Declaration {
  name: string;
  /** One line without a full stop. */
  summary: LocalizedText;
  /** In order, by the name they have for `run`. */
  arguments?: Readonly<Record<string, Argument>>;
  /** By the name they have for `run`: `dryRun` is typed `--dry-run`. */
  options?: Readonly<Record<string, Option>>;
  /** Options of which only one can be given. */
  exclusive?: readonly (readonly string[])[];
  /** An argument too many may be a key that lacks its option: the error shows this fix and does not repeat it. */
  secretArgumentFix?: LocalizedText;
  /** What the summary leaves out: paragraphs with an empty line between them; an indented line stays as it is. */
  details?: LocalizedText;
  exitCodes?: Readonly<Record<number, LocalizedText>>;
  variables?: Readonly<Record<string, LocalizedText>>;
  examples?: readonly LocalizedText[];
  /** Commands whose help goes on from here. */
  seeAlso?: readonly string[];
  /** With arguments of its own as well, a first word that is no subcommand's name is an argument. */
  subcommands?: readonly Declaration[];
  /** What other programs call it: not accepted, but the error names the right one. */
  synonyms?: readonly string[];
  /** The subcommand that is meant when none is named. */
  defaultSubcommand?: string;
}

/** Keeps the exact type, from which `Given` is computed. */
export const declare = <const D extends Declaration>(declaration: D): D => declaration;

type OptionValue<O> = O extends { placeholder: LocalizedText }
  ? O extends { repeated: true }
    ? string[]
    : One<O>
  : boolean;
type ArgumentValue<A> = A extends { repeated: true } ? string[] : A extends { required: true } ? Present<A> : One<A>;
type Present<V> = V extends { choices: readonly (infer C)[] } ? C : string;
type One<V> = Present<V> | undefined;

/** What was typed for a command, as its `run` gets it. */
export type ParsedArguments<D extends Declaration> = {
  [A in keyof D['arguments']]: ArgumentValue<D['arguments'][A]>;
} & { [O in keyof D['options']]: OptionValue<D['options'][O]> };

export const textIn = (text: LocalizedText, language: Language): string =>
  typeof text === 'string' ? text : text[language];

/** `dryRun` is typed `--dry-run`. */
export const flagOf = (name: string): string => `--${snakeCase(name, '-')}`;
