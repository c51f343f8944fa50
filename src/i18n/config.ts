import { both } from './both.ts';

/** Errors about `ccc.json` as a whole. What is wrong in it is in `config-problems.ts`. */
export const configMessages = both(
  {
    unreadable: (path: string, code: string) => `cannot read ${path} (${code})`,
    unreadableFix: 'Check its permissions, or set CCC_CONFIG_DIR to another folder.',
    notUtf8Fix: 'It is not UTF-8 text: save it as UTF-8 first. Nothing was changed.',
    broken: (place: string, what: string) => `${place}: ${what}`,
    brokenFix: 'Correct it there; comments and trailing commas are allowed.',
    unusable: (place: string, key: string) => `${place}: ${key || 'the file'} cannot be used`,
    unwritable: (path: string, code: string) => `cannot write ${path} (${code})`,
    unwritableFix: 'Check the permissions of its folder and free disk space, or set CCC_CONFIG_DIR to another folder.',
    keepsChanging: (path: string) => `${path} keeps being changed by another program`,
    keepsChangingFix: 'Try again when that program has finished. Nothing was written.',
  },
  {
    unreadable: (path, code) => `无法读取 ${path}（${code}）`,
    unreadableFix: '请检查它的权限，或把 CCC_CONFIG_DIR 设为别的目录。',
    notUtf8Fix: '它不是 UTF-8 文本：请先另存为 UTF-8。没有做任何改动。',
    broken: (place, what) => `${place}：${what}`,
    brokenFix: '请改正这一处；可以写注释，末尾可以有逗号。',
    unusable: (place, key) => `${place}：${key ? `${key} ` : '整个文件'}无法使用`,
    unwritable: (path, code) => `无法写入 ${path}（${code}）`,
    unwritableFix: '请检查所在目录的权限和磁盘剩余空间，或把 CCC_CONFIG_DIR 设为别的目录。',
    keepsChanging: (path) => `${path} 一直被别的程序修改`,
    keepsChangingFix: '请等那个程序结束后再试。没有写入任何内容。',
  },
);
