import type { Language } from '../i18n/language.ts';

/** A well-known service that speaks the Anthropic API: what `ccc provider add NAME` writes into `ccc.json`. */
export interface Preset {
  name: string;
  label: Record<Language, string>;
  /** Undefined: Anthropic's own. Without a URL the user's login is used, which must not be sent to any URL. */
  url: string | undefined;
  /** Models and other variables, without the URL and the key. */
  env: Record<string, string>;
}

/** Where a key for Anthropic's own API is sent. */
export const ANTHROPIC_URL = 'https://api.anthropic.com';

/** Without a URL, Claude Code talks to Anthropic. */
export const isAnthropicHost = (url: string | undefined): boolean =>
  !url || (URL.canParse(url) && new URL(url).origin === ANTHROPIC_URL);

/** Anthropic takes its own API keys in another header than login tokens, and than other hosts take theirs. */
export const isAnthropicApiKey = (key: string, url: string | undefined): boolean =>
  isAnthropicHost(url) && !key.startsWith('sk-ant-oat');

/** When the services documented them so. Models age; flags and edits override every value. */
export const PRESETS_AS_OF = '2026-08';

/** The small model is set too: Claude Code uses it for background work, and its default is one of Anthropic's. */
const models = (model: string, { haiku = model, opus = model } = {}) => ({
  ANTHROPIC_MODEL: model,
  ANTHROPIC_DEFAULT_HAIKU_MODEL: haiku,
  ANTHROPIC_DEFAULT_SONNET_MODEL: model,
  ANTHROPIC_DEFAULT_OPUS_MODEL: opus,
});

const preset = (
  name: string,
  en: string,
  zh: string,
  url: string | undefined,
  env: Record<string, string>,
): Preset => ({
  name,
  label: { en, zh },
  url,
  env,
});

const QUIET = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };

export const PRESETS: readonly Preset[] = [
  preset('anthropic', 'Anthropic, with your login or a key', 'Anthropic，用你的登录或密钥', undefined, {}),
  preset('kimi', 'Kimi', 'Kimi 开放平台', 'https://api.moonshot.cn/anthropic', models('kimi-k2.7-code')),
  preset('kimi-coding', 'Kimi for Coding', 'Kimi 编程会员', 'https://api.kimi.com/coding/', {
    ...models('kimi-for-coding'),
    CLAUDE_CODE_MAX_CONTEXT_TOKENS: '262144',
    CLAUDE_CODE_AUTO_COMPACT_WINDOW: '262144',
  }),
  preset('glm', 'Zhipu GLM', '智谱 GLM', 'https://open.bigmodel.cn/api/anthropic', models('glm-5.1')),
  preset('zai', 'Z.ai', 'Z.ai（智谱国际）', 'https://api.z.ai/api/anthropic', models('glm-5.1')),
  preset('minimax-cn', 'MiniMax, China', 'MiniMax 国内', 'https://api.minimaxi.com/anthropic', {
    ...models('MiniMax-M2.7'),
    ...QUIET,
  }),
  preset('minimax', 'MiniMax, international', 'MiniMax 国际', 'https://api.minimax.io/anthropic', {
    ...models('MiniMax-M2.7'),
    ...QUIET,
  }),
  preset(
    'deepseek',
    'DeepSeek',
    'DeepSeek 深度求索',
    'https://api.deepseek.com/anthropic',
    models('deepseek-v4-pro', { haiku: 'deepseek-v4-flash' }),
  ),
  preset('bailian', 'Alibaba Bailian', '阿里云百炼', 'https://dashscope.aliyuncs.com/apps/anthropic', {}),
  preset(
    'bailian-coding',
    'Alibaba Bailian, coding plan',
    '阿里云百炼编程套餐',
    'https://coding.dashscope.aliyuncs.com/apps/anthropic',
    {},
  ),
  preset(
    'volcengine',
    'Volcengine Ark, coding plan',
    '火山方舟编程套餐',
    'https://ark.cn-beijing.volces.com/api/coding',
    models('ark-code-latest'),
  ),
  preset(
    'openrouter',
    'OpenRouter',
    'OpenRouter 聚合平台',
    // Not /api/v1: Claude Code adds /v1/messages.
    'https://openrouter.ai/api',
    models('anthropic/claude-sonnet-5', {
      haiku: 'anthropic/claude-haiku-4.5',
      opus: 'anthropic/claude-opus-5',
    }),
  ),
  preset('siliconflow', 'SiliconFlow', '硅基流动', 'https://api.siliconflow.cn', models('Pro/MiniMaxAI/MiniMax-M2.5')),
  preset('modelscope', 'ModelScope', '魔搭社区', 'https://api-inference.modelscope.cn', models('ZhipuAI/GLM-5.2')),
  preset('longcat', 'LongCat', 'LongCat 美团', 'https://api.longcat.chat/anthropic', {
    ...models('LongCat-2.0'),
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: '131072',
  }),
  preset('stepfun', 'StepFun', '阶跃星辰', 'https://api.stepfun.com/step_plan', models('step-3.5-flash-2603')),
  preset('mimo', 'Xiaomi MiMo', '小米 MiMo', 'https://api.xiaomimimo.com/anthropic', models('mimo-v2.5-pro')),
];

export const presetNamed = (name: string): Preset | undefined => PRESETS.find((preset) => preset.name === name);
