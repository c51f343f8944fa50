import { declare } from '../../command-line/declaration.ts';
import { both } from '../../i18n/both.ts';

const SET_UP = {
  bash: ['eval "$(ccc completion bash)"', 'ccc completion bash > ~/.local/share/bash-completion/completions/ccc'],
  zsh: ['eval "$(ccc completion zsh)"', 'ccc completion zsh > "${fpath[1]}/_ccc"'],
  fish: ['ccc completion fish | source', 'ccc completion fish > ~/.config/fish/completions/ccc.fish'],
};

const lines = (shell: keyof typeof SET_UP) => SET_UP[shell].map((line) => `  ${line}`).join('\n');

export const completion = declare({
  name: 'completion',
  summary: both('Print a completion script for bash, zsh or fish', '打印 bash、zsh 或 fish 的补全脚本'),
  details: both(
    `Completes commands, their options and values, your providers and sessions, and files where claude's own arguments begin.

bash: in ~/.bashrc, or once into a file (needs bash-completion):

${lines('bash')}

zsh: in ~/.zshrc after compinit, or once into a folder of your fpath:

${lines('zsh')}

fish: in ~/.config/fish/config.fish, or once into a file:

${lines('fish')}`,
    `补全命令、选项及其值、你的供应商和会话；轮到 claude 自己的参数时补全文件。

bash：写进 ~/.bashrc，或一次写成文件（需要 bash-completion）：

${lines('bash')}

zsh：写进 ~/.zshrc，放在 compinit 之后，或一次写进 fpath 里的目录：

${lines('zsh')}

fish：写进 ~/.config/fish/config.fish，或一次写成文件：

${lines('fish')}`,
  ),
  arguments: {
    shell: {
      placeholder: 'SHELL',
      choices: ['bash', 'zsh', 'fish'],
      help: both('The shell', '哪个 shell'),
    },
  },
  options: {
    providers: {
      help: both('Print the names of your providers instead, one per line', '改为打印供应商的名字，每行一个'),
    },
  },
});
