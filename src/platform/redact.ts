import { isPlain, type Redact, withoutValues, writtenForms } from './known-secrets.ts';
import { redactConnectionStrings } from './secret-connection-string.ts';
import { redactBlobs, redactFormats, redactSchemes, redactUrls } from './secret-formats.ts';
import { redactOptions } from './secret-options.ts';
import { redactNamed } from './secret-values.ts';

/** Redacts everything that is, or looks like, a credential. `known` are values that must never appear. */
export function redactor(known: Iterable<string>): Redact {
  const values = writtenForms(known);
  const steps = [
    redactFormats,
    redactConnectionStrings,
    redactNamed,
    redactOptions,
    redactSchemes,
    redactUrls,
    redactBlobs,
  ];
  return (text) => {
    const out = withoutValues(text, values);
    return isPlain(out) ? out : steps.reduce((left, step) => step(left), out);
  };
}

/** Redacts only known secrets and passwords in URLs, for text that must otherwise stay exact. */
export function knownSecretsRedactor(known: Iterable<string>): Redact {
  const values = writtenForms(known);
  return (text) => redactUrls(withoutValues(text, values));
}

/** A redactor to which secrets can be added later. */
export interface SecretStore {
  redact: Redact;
  add(secrets: Iterable<string>): void;
}

export function secretStore(known: Iterable<string>): SecretStore {
  const secrets = new Set(known);
  let current = redactor(secrets);
  return {
    redact: (text) => current(text),
    add: (more) => {
      for (const secret of more) secrets.add(secret);
      current = redactor(secrets);
    },
  };
}
