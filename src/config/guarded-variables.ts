import { mayBeCloudSwitch } from './cloud.ts';
import { isCredential } from './credential-variables.ts';

/**
 * Variables that change which program runs as our hook, or what it loads. Harmless when empty, so a launch can pin them
 * before anybody sets them: the client reads the settings of a project again while a session runs.
 */
export const PROGRAM_VARIABLES: readonly string[] = [
  ...['NODE_OPTIONS', 'BUN_OPTIONS', 'BUN_BE_BUN', 'BUN_INSPECT'],
  ...['LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT'],
  ...['DYLD_INSERT_LIBRARIES', 'DYLD_LIBRARY_PATH', 'DYLD_FRAMEWORK_PATH'],
  ...['DYLD_VERSIONED_LIBRARY_PATH', 'DYLD_VERSIONED_FRAMEWORK_PATH'],
  ...['BASH_ENV', 'ENV', 'CLAUDE_CODE_SHELL_PREFIX'],
];

/** Variables that decide through whom a request goes, and whom it believes. Harmless when empty. */
export const NETWORK_VARIABLES: readonly string[] = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
  ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED'],
];

/** Not harmless when empty, or always set. */
const OTHERS: readonly string[] = [
  ...['PATH', 'NODE_PATH', 'CLAUDE_CODE_SHELL', 'CLAUDE_CONFIG_DIR', 'XDG_CONFIG_HOME'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'AWS_CA_BUNDLE', 'API_TIMEOUT_MS', 'CLAUDE_CODE_EXTRA_BODY'],
  ...['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'],
];

const PREFIXES = /^(?:CCC_|ANTHROPIC_|BUN_|LD_|DYLD_|AWS_ENDPOINT_URL)/;
/** All but those that only name people or an editor. */
const GIT = /^GIT_(?!AUTHOR_|COMMITTER_|EDITOR$|SEQUENCE_EDITOR$|PAGER$|MERGE_AUTOEDIT$)/;

/** Whether the hook and the reviewer must not take this variable from the settings of a repository. */
export const isGuarded = (name: string): boolean =>
  PREFIXES.test(name) ||
  GIT.test(name) ||
  PROGRAM_VARIABLES.includes(name) ||
  NETWORK_VARIABLES.includes(name) ||
  OTHERS.includes(name) ||
  isCredential(name) ||
  mayBeCloudSwitch(name);

/** Which API the reviewer asks, and how: what `supervisor.use_project_env` gives back to a repository's settings. */
export const isApiVariable = (name: string): boolean =>
  name.startsWith('ANTHROPIC_') ||
  name.startsWith('AWS_') ||
  NETWORK_VARIABLES.includes(name) ||
  ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'API_TIMEOUT_MS'].includes(name) ||
  isCredential(name) ||
  mayBeCloudSwitch(name);
