import { both } from '../../i18n/both.ts';

/** Options and arguments that several commands have. */
export const json = { help: both('Print JSON', '输出 JSON') } as const;

export const session = {
  placeholder: 'ID',
  suggestions: 'session',
  help: both(
    "The session with this id, or whose id begins with it (default: this folder's latest)",
    '会话的 ID 或其开头（默认：当前目录最近的会话）',
  ),
} as const;

export const repositoryFolder = {
  placeholder: both('FOLDER', '目录'),
  suggestions: 'file',
  help: both('A folder of the repository (default: this one)', '仓库里的目录（默认：当前目录）'),
} as const;
