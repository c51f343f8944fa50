import { both } from './both.ts';

interface FailureText {
  message: string;
  fix: string;
}

type UnreachableTexts = Record<
  'refused' | 'unknown_host' | 'timeout' | 'tls' | 'closed' | 'network',
  (host: string, ms: number, detail: string) => FailureText
>;

const seconds = (ms: number) => (ms < 9500 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000)));
const after = (mark: string, text: string) => (text === '' ? '' : `${mark}${text}`);

const unreachableEn: UnreachableTexts = {
  refused: (host) => ({
    message: `${host} refused the connection`,
    fix: 'Check the port, and that something listens on it.',
  }),
  unknown_host: (host) => ({
    message: `unknown host ${host}`,
    fix: 'Check its name and your network.',
  }),
  timeout: (host, ms) => ({
    message: `no answer from ${host} within ${seconds(ms)} s`,
    fix: 'Check your network and the host. If your network needs a proxy, it may not be used here.',
  }),
  tls: (host, _, detail) => ({
    message: `no secure connection to ${host}${after(': ', detail)}`,
    fix: 'Check that the port speaks https://. For a certificate of your own, set NODE_EXTRA_CA_CERTS.',
  }),
  closed: (host) => ({ message: `${host} closed the connection`, fix: 'Check the URL (https:// or http://).' }),
  network: (host, _, detail) => ({
    message: `cannot reach ${host}${after(': ', detail)}`,
    fix: 'Check your network and the URL.',
  }),
};

const unreachableZh: UnreachableTexts = {
  refused: (host) => ({ message: `${host} 拒绝连接`, fix: '请检查端口，以及该端口上是否有程序在监听。' }),
  unknown_host: (host) => ({ message: `找不到主机 ${host}`, fix: '请检查主机名和你的网络。' }),
  timeout: (host, ms) => ({
    message: `${host} 在 ${seconds(ms)} 秒内没有响应`,
    fix: '请检查网络和对方主机。如果你的网络需要代理，这里可能没有使用它。',
  }),
  tls: (host, _, detail) => ({
    message: `无法与 ${host} 建立安全连接${after('：', detail)}`,
    fix: '请检查该端口是否支持 https://。使用自签证书时请设置 NODE_EXTRA_CA_CERTS。',
  }),
  closed: (host) => ({ message: `${host} 断开了连接`, fix: '请检查网址（https:// 还是 http://）。' }),
  network: (host, _, detail) => ({
    message: `无法连接 ${host}${after('：', detail)}`,
    fix: '请检查网络和网址。',
  }),
};

export const validateMessages = both(
  {
    ok: 'ok',
    failed: 'failed',
    notChecked: 'not checked',
    skipped: { login: 'uses your Claude login', cloud: "uses the cloud's own login" },
    checking: (done: number, all: number) => `Checking … ${done} of ${all} done`,
    ownSettings: 'No current provider: checking your own settings (environment and settings.json).',
    nothing:
      'Nothing to check: there is no current provider, and neither a URL nor a key is set. Claude Code uses its own login.',
    nothingFix: (configured: number): string =>
      configured > 0 ? 'Check every configured provider: ccc validate --all' : 'Add a provider: ccc provider add',
    ownUrlBad: 'ANTHROPIC_BASE_URL is not a URL',
    ownUrlBadFix: 'Set it to a URL that starts with https:// or http://, or unset it.',
    ownUrlWithoutKey: 'ANTHROPIC_BASE_URL is set, but no key',
    ownUrlWithoutKeyFix: 'Set ANTHROPIC_AUTH_TOKEN, or make it a provider: ccc provider add',
    note: (text: string) => `Note: ${text}`,
    notes: {
      no_model: "no model is set (ANTHROPIC_MODEL); checked with Anthropic's smallest",
      small_model_deprecated: 'ANTHROPIC_SMALL_FAST_MODEL is deprecated; set ANTHROPIC_DEFAULT_HAIKU_MODEL',
      no_small_model:
        "no small model is set (ANTHROPIC_DEFAULT_HAIKU_MODEL); background work will ask for one of Anthropic's",
    },

    badHeaders: (name: string) => `provider ${name}: ANTHROPIC_CUSTOM_HEADERS has a line that is not "Name: value"`,
    badHeadersFix: 'Write one header per line.',
    http: (status: number, text: string) => `HTTP ${status}${after(': ', text)}`,
    notTheApi: (status: number, text: string) =>
      `HTTP ${status}, but not an answer of the Messages API${after(': ', text)}`,
    redirect: (status: number, to: string) =>
      `HTTP ${status}: redirected to ${to}; not followed, because the key is not for that host`,
    redirectFix: (change: string) => `If that is the right URL, use it: ${change}`,
    change: (name: string, flag: string, value: string) => `ccc provider add ${name} --${flag} ${value}`,
    changeOwn: (variable: string, value: string) => `set ${variable}=${value}`,
    keyFix: (change: string) => `Check that the key is right and for this host. To change it: ${change}`,
    urlFix: (change: string) => `Check the URL; Claude Code adds /v1/messages to it. To change it: ${change}`,
    urlTooLongFix: (change: string) => `Claude Code adds /v1/messages to the URL: ${change}`,
    modelFix: (model: string, change: string) => `Check that it has the model ${model}. To change it: ${change}`,
    busyFix: 'A limit of your plan or of the service is reached: try again later.',
    serverFix: 'The service itself has a fault: try again later.',
    unreachable: unreachableEn,
  },
  {
    ok: '正常',
    failed: '失败',
    notChecked: '未检查',
    skipped: { login: '使用你的 Claude 登录', cloud: '使用云平台自己的登录' },
    checking: (done, all) => `正在检查…… 已完成 ${done} / ${all}`,
    ownSettings: '没有当前供应商：检查的是你自己的设置（环境变量和 settings.json）。',
    nothing: '没有可检查的内容：没有当前供应商，也没有设置网址或密钥。Claude Code 使用它自己的登录。',
    nothingFix: (configured) =>
      configured > 0 ? '检查所有已配置的供应商：ccc validate --all' : '添加供应商：ccc provider add',
    ownUrlBad: 'ANTHROPIC_BASE_URL 不是网址',
    ownUrlBadFix: '请设为以 https:// 或 http:// 开头的网址，或取消设置。',
    ownUrlWithoutKey: '设置了 ANTHROPIC_BASE_URL，但没有密钥',
    ownUrlWithoutKeyFix: '请设置 ANTHROPIC_AUTH_TOKEN，或把它加为供应商：ccc provider add',
    note: (text) => `注意：${text}`,
    notes: {
      no_model: '没有设置模型（ANTHROPIC_MODEL）；检查时用了 Anthropic 最小的模型',
      small_model_deprecated: 'ANTHROPIC_SMALL_FAST_MODEL 已弃用；请设置 ANTHROPIC_DEFAULT_HAIKU_MODEL',
      no_small_model: '没有设置小模型（ANTHROPIC_DEFAULT_HAIKU_MODEL）；后台任务会请求 Anthropic 的模型',
    },

    badHeaders: (name) => `供应商 ${name}：ANTHROPIC_CUSTOM_HEADERS 里有一行不是 “名: 值”`,
    badHeadersFix: '请每行写一个请求头。',
    http: (status, text) => `HTTP ${status}${after('：', text)}`,
    notTheApi: (status, text) => `HTTP ${status}，但不是 Messages API 的响应${after('：', text)}`,
    redirect: (status, to) => `HTTP ${status}：被重定向到 ${to}；没有跟随，因为密钥不是给那个主机的`,
    redirectFix: (change) => `如果那才是正确的网址，请使用它：${change}`,
    change: (name, flag, value) => `ccc provider add ${name} --${flag} ${value}`,
    changeOwn: (variable, value) => `设置 ${variable}=${value}`,
    keyFix: (change) => `请检查密钥是否正确、是否属于这个服务。更改：${change}`,
    urlFix: (change) => `请检查网址；Claude Code 会在后面加上 /v1/messages。更改：${change}`,
    urlTooLongFix: (change) => `Claude Code 会在网址后面加上 /v1/messages：${change}`,
    modelFix: (model, change) => `请检查它有没有模型 ${model}。更改：${change}`,
    busyFix: '达到了套餐或服务的上限：请稍后再试。',
    serverFix: '服务自身出了故障：请稍后再试。',
    unreachable: unreachableZh,
  },
);
