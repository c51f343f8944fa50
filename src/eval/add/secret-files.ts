import { basename } from 'node:path';

/** Files that are made to hold credentials. Examples and templates of them are not. */
const SECRET_FILE =
  /^(?:\.env(?:\..+)?|.+\.env|\.envrc|\.npmrc|\.netrc|_netrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials|\.dockercfg|id_(?:rsa|dsa|ecdsa|ed25519)(?:\..+)?|.+\.(?:pem|key|p12|pfx|p8|jks|keystore|kdbx|ppk)|(?:client_)?(?:secrets?|credentials?)(?:\..+)?|service-?account.*\.json)$/i;
const EXAMPLE = /(?:^|[.\-_])(?:example|sample|template|dist)(?:$|[.\-_])/i;

export const isSecretFile = (path: string): boolean => {
  const name = basename(path);
  return SECRET_FILE.test(name) && !EXAMPLE.test(name);
};

/** `NAME=value` lines, so that what is in such a file can be found in other texts. */
export function variablesIn(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value.replace(/^(["'])(.*)\1$/, '$2')] as const];
  });
  return Object.fromEntries(lines);
}
