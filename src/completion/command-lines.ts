import { PRESETS as ALL_PRESETS } from '../providers/presets.ts';

/** What may stand in one place: one of these, a configured provider, a file, or something nobody can guess. */
export type Offer = readonly string[] | 'provider' | 'file' | 'free';

/** How a command is typed. Every one also has `--help`. */
export interface CommandLine {
  /** Each option with what its value may be; `flag` if it has none. */
  options?: Readonly<Record<string, Offer | 'flag'>>;
  /** What may stand beside the options, once. */
  word?: Offer;
  below?: Readonly<Record<string, CommandLine>>;
}

const SCOPES = ['user', 'project', 'local'];

const PRESETS = ALL_PRESETS.map(({ name }) => name);

const COMMANDS: Readonly<Record<string, CommandLine>> = {
  'supervisor-hook': { options: { '--session-id': 'free' } },
  'supervisor-mode': { word: ['on', 'off'] },
  demo: { options: { '--interactive': 'flag', '--keep': 'flag', '--json': 'flag' } },
  review: {
    options: {
      ...{ '--session': 'free', '--last': 'flag', '--event': ['Stop', 'SubagentStop'], '--prompt': 'file' },
      ...{ '--context': ['auto', 'fork', 'evidence'], '--provider': 'provider', '--model': 'free', '--json': 'flag' },
    },
  },
  status: { options: { '--all': 'flag', '--json': 'flag' } },
  evidence: { options: { '--session': 'free', '--json': 'flag' } },
  statusline: {},
  init: { word: 'file', options: { '--yes': 'flag', '--dry-run': 'flag', '--json': 'flag' } },
  trust: {
    word: 'file',
    options: { '--show': 'flag', '--dry-run': 'flag', '--remove': 'flag', '--list': 'flag', '--json': 'flag' },
  },
  install: { options: { '--scope': SCOPES, '--dry-run': 'flag', '--json': 'flag' } },
  uninstall: { options: { '--scope': SCOPES, '--dry-run': 'flag', '--json': 'flag' } },
  provider: {
    below: {
      list: { options: { '--presets': 'flag', '--json': 'flag' } },
      add: {
        word: PRESETS,
        options: {
          ...{ '--preset': PRESETS, '--url': 'free', '--key': 'free', '--key-command': 'free', '--key-stdin': 'flag' },
          ...{
            '--model': 'free',
            '--small-model': 'free',
            '--env': 'free',
            '--use': 'flag',
            '--from-settings': 'flag',
          },
          '--json': 'flag',
        },
      },
      remove: { word: 'provider', options: { '--json': 'flag' } },
      use: { word: 'provider', options: { '--none': 'flag', '--json': 'flag' } },
      show: { word: 'provider', options: { '--json': 'flag' } },
    },
  },
  validate: { word: 'provider', options: { '--all': 'flag', '--json': 'flag' } },
  patch: { options: { '--reset': 'flag', '--status': 'flag', '--dry-run': 'flag', '--json': 'flag' } },
  doctor: { options: { '--quick': 'flag', '--json': 'flag' } },
  completion: { word: ['bash', 'zsh', 'fish'], options: { '--providers': 'flag' } },
};

/** The one table of what people can type after `ccc`; a test holds it against the help of each command. */
export const COMMAND_LINES: Readonly<Record<string, CommandLine>> = {
  ...COMMANDS,
  help: { word: Object.keys(COMMANDS) },
  version: {},
};

/** What may stand before anything else, for a launch. */
export const LAUNCH_OPTIONS = { '--dry-run': 'flag', '--provider': 'provider' } as const;
