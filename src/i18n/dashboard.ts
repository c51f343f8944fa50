import { both } from './both.ts';

export const dashboardMessages = both(
  {
    badPort: (given: string) => `--port takes a number from 1 to 65535, not "${given}"`,
    badPortFix: 'For example: ccc dashboard --port 8080',
    portTaken: (port: number) => `port ${port} is in use`,
    portTakenFix: 'Choose another with --port N, or leave it out for a free one.',
    portRefused: (port: number, code: string) => `port ${port} cannot be used (${code})`,
    refused:
      'Open the whole address that ccc dashboard has printed, with its token. The address changes at every start.',
    serving: 'Press Ctrl-C to end.',
    notOpened: 'No browser could be opened. Open the address yourself.',
  },
  {
    badPort: (given: string) => `--port 应为 1 到 65535 的数字，而不是“${given}”`,
    badPortFix: '例如：ccc dashboard --port 8080',
    portTaken: (port: number) => `端口 ${port} 已被占用`,
    portTakenFix: '用 --port N 换一个端口；不写则任选空闲端口。',
    portRefused: (port: number, code: string) => `无法使用端口 ${port}（${code}）`,
    refused: '请打开 ccc dashboard 打印出的完整地址（包括其中的 token）。每次启动，地址都不同。',
    serving: '按 Ctrl-C 结束。',
    notOpened: '没能打开浏览器，请自行打开这个地址。',
  },
);
