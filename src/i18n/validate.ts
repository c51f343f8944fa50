import type { ValidationNote } from '../providers/validate/check.ts';
import type { Unreachable } from '../providers/validate/ping.ts';
import { both } from './both.ts';

interface Said {
  message: string;
  fix: string;
}

type Unreached = Record<Unreachable, (host: string, ms: number, detail: string) => Said>;

const seconds = (ms: number) => (ms < 9500 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000)));
const behind = (mark: string, text: string) => (text === '' ? '' : `${mark}${text}`);

export const validateMessages = both(
  {
    ok: 'ok',
    failed: 'failed',
    notChecked: 'not checked',
    skipped: { login: 'uses your Claude login', cloud: "uses the cloud's own login" },
    checking: (done: number, all: number) => `Checking … ${done} of ${all} done`,
    ownSetUp: 'No provider is current; this is your own set-up (environment and settings.json).',
    nothing:
      'Nothing to check: no provider is current, and neither a URL nor a key is set; Claude Code uses its own login.',
    nothingFix: (configured: number): string =>
      configured > 0 ? 'Every configured provider: ccc validate --all' : 'Add a provider: ccc provider add',
    ownUrlBad: 'ANTHROPIC_BASE_URL is not a URL',
    ownUrlBadFix: 'Set it to one that begins with https:// or http://, or unset it.',
    ownUrlWithoutKey: 'ANTHROPIC_BASE_URL is set, but no key',
    ownUrlWithoutKeyFix: 'Set ANTHROPIC_AUTH_TOKEN, or make it a provider: ccc provider add',
    note: (text: string) => `Note: ${text}`,
    notes: {
      no_model: "no model is set (ANTHROPIC_MODEL); it was asked for Anthropic's smallest",
      small_model_deprecated: 'ANTHROPIC_SMALL_FAST_MODEL is deprecated; set ANTHROPIC_DEFAULT_HAIKU_MODEL',
      no_small_model: "no small model is set (ANTHROPIC_DEFAULT_HAIKU_MODEL); background work will ask for Anthropic's",
    } satisfies Record<ValidationNote, string> as Record<ValidationNote, string>,

    badHeaders: (name: string) => `provider ${name}: ANTHROPIC_CUSTOM_HEADERS has a line that is not "Name: value"`,
    badHeadersFix: 'Write one header on each line.',
    http: (status: number, said: string) => `HTTP ${status}${behind(': ', said)}`,
    notTheApi: (status: number, said: string) =>
      `HTTP ${status}, but not an answer of the Messages API${behind(': ', said)}`,
    redirect: (status: number, to: string) =>
      `HTTP ${status}: it sends us on to ${to}; not followed, the key is not for there`,
    redirectFix: (change: string) => `If that is the right place, use its URL: ${change}`,
    change: (name: string, flag: string, value: string) => `ccc provider add ${name} --${flag} ${value}`,
    changeOwn: (variable: string, value: string) => `set ${variable}=${value}`,
    keyFix: (change: string) => `Is the key right, and for this host? To change it: ${change}`,
    pathFix: (change: string) => `Is the URL right? The client adds /v1/messages to it. To change it: ${change}`,
    pathTooLongFix: (change: string) => `The client adds /v1/messages to the URL: ${change}`,
    modelFix: (model: string, change: string) => `Does it have the model ${model}? To change it: ${change}`,
    busyFix: 'The limit of your plan, or of the service: try again later.',
    serverFix: 'The service has a fault of its own: try again later.',
    unreachable: {
      refused: (host) => ({
        message: `${host} refuses the connection`,
        fix: 'Is the port right, and does something listen there?',
      }),
      unknown_host: (host) => ({
        message: `the host ${host} is not known`,
        fix: 'Is its name right, and are you online?',
      }),
      timeout: (host, ms) => ({
        message: `${host} gave no answer in ${seconds(ms)} s`,
        fix: 'Are you online, and is the host up? If your network needs a proxy: it may not be used here.',
      }),
      tls: (host, _, detail) => ({
        message: `no secure connection to ${host}${behind(': ', detail)}`,
        fix: 'Is https:// right for that port? A certificate of your own goes into NODE_EXTRA_CA_CERTS.',
      }),
      closed: (host) => ({ message: `${host} closed the connection`, fix: 'Is the URL right (https:// or http://)?' }),
      network: (host, _, detail) => ({
        message: `${host} cannot be reached${behind(': ', detail)}`,
        fix: 'Are you online, and is the URL right?',
      }),
    } as Unreached,
  },
  {
    ok: '正常',
    failed: '失败',
    notChecked: '未检查',
    skipped: { login: '用你的 Claude 登录', cloud: '用云平台自己的登录' },
    checking: (done, all) => `正在检查…… 已完成 ${done} / ${all}`,
    ownSetUp: '没有当前供应商；这是你自己的设置（环境变量和 settings.json）。',
    nothing: '没有可检查的：没有当前供应商，也没有设置网址或密钥；Claude Code 用它自己的登录。',
    nothingFix: (configured) =>
      configured > 0 ? '检查所有已配置的供应商：ccc validate --all' : '添加供应商：ccc provider add',
    ownUrlBad: 'ANTHROPIC_BASE_URL 不是网址',
    ownUrlBadFix: '请设为以 https:// 或 http:// 开头的网址，或取消它。',
    ownUrlWithoutKey: '设置了 ANTHROPIC_BASE_URL，但没有密钥',
    ownUrlWithoutKeyFix: '请设置 ANTHROPIC_AUTH_TOKEN，或把它作为供应商：ccc provider add',
    note: (text) => `注意：${text}`,
    notes: {
      no_model: '没有设置模型（ANTHROPIC_MODEL）；检查时用了 Anthropic 最小的模型',
      small_model_deprecated: 'ANTHROPIC_SMALL_FAST_MODEL 已弃用；请设置 ANTHROPIC_DEFAULT_HAIKU_MODEL',
      no_small_model: '没有设置小模型（ANTHROPIC_DEFAULT_HAIKU_MODEL）；后台工作会去要 Anthropic 的模型',
    },

    badHeaders: (name) => `供应商 ${name}：ANTHROPIC_CUSTOM_HEADERS 里有一行不是 “名: 值”`,
    badHeadersFix: '请每行写一个请求头。',
    http: (status, said) => `HTTP ${status}${behind('：', said)}`,
    notTheApi: (status, said) => `HTTP ${status}，但不是 Messages API 的回答${behind('：', said)}`,
    redirect: (status, to) => `HTTP ${status}：它让我们转到 ${to}；没有跟过去，密钥不是给那里的`,
    redirectFix: (change) => `若那里才对，请用它的网址：${change}`,
    change: (name, flag, value) => `ccc provider add ${name} --${flag} ${value}`,
    changeOwn: (variable, value) => `设置 ${variable}=${value}`,
    keyFix: (change) => `密钥对吗？是这个服务的吗？更改：${change}`,
    pathFix: (change) => `网址对吗？客户端会在后面加 /v1/messages。更改：${change}`,
    pathTooLongFix: (change) => `客户端会在网址后面加 /v1/messages：${change}`,
    modelFix: (model, change) => `它有模型 ${model} 吗？更改：${change}`,
    busyFix: '到了套餐或服务的上限：请稍后再试。',
    serverFix: '服务自身出了故障：请稍后再试。',
    unreachable: {
      refused: (host) => ({ message: `${host} 拒绝连接`, fix: '端口对吗？那里有程序在监听吗？' }),
      unknown_host: (host) => ({ message: `找不到主机 ${host}`, fix: '名字对吗？网络通吗？' }),
      timeout: (host, ms) => ({
        message: `${host} 在 ${seconds(ms)} 秒内没有回答`,
        fix: '网络通吗？对方在运行吗？若你的网络需要代理：这里可能没有使用。',
      }),
      tls: (host, _, detail) => ({
        message: `无法与 ${host} 建立安全连接${behind('：', detail)}`,
        fix: '该端口应该用 https:// 吗？自己的证书请放进 NODE_EXTRA_CA_CERTS。',
      }),
      closed: (host) => ({ message: `${host} 断开了连接`, fix: '网址对吗（https:// 还是 http://）？' }),
      network: (host, _, detail) => ({
        message: `无法连接 ${host}${behind('：', detail)}`,
        fix: '网络通吗？网址对吗？',
      }),
    },
  },
);
