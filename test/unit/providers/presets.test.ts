import { describe, expect, it } from 'vitest';
import { PRESETS, PRESETS_AS_OF, presetNamed } from '../../../src/providers/presets.ts';
import { isBaseUrl } from '../../../src/providers/ready-provider.ts';

/** As the services documented them in 2026-08: URL, main model (and haiku, opus where they differ), other variables. */
const FACTS: [name: string, url: string | undefined, models: string[], more?: Record<string, string>][] = [
  ['anthropic', undefined, []],
  ['kimi', 'https://api.moonshot.cn/anthropic', ['kimi-k2.7-code']],
  [
    'kimi-coding',
    'https://api.kimi.com/coding/',
    ['kimi-for-coding'],
    { CLAUDE_CODE_MAX_CONTEXT_TOKENS: '262144', CLAUDE_CODE_AUTO_COMPACT_WINDOW: '262144' },
  ],
  ['glm', 'https://open.bigmodel.cn/api/anthropic', ['glm-5.1']],
  ['zai', 'https://api.z.ai/api/anthropic', ['glm-5.1']],
  [
    'minimax-cn',
    'https://api.minimaxi.com/anthropic',
    ['MiniMax-M2.7'],
    { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  ],
  ['minimax', 'https://api.minimax.io/anthropic', ['MiniMax-M2.7'], { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' }],
  ['deepseek', 'https://api.deepseek.com/anthropic', ['deepseek-v4-pro', 'deepseek-v4-flash']],
  ['bailian', 'https://dashscope.aliyuncs.com/apps/anthropic', []],
  ['bailian-coding', 'https://coding.dashscope.aliyuncs.com/apps/anthropic', []],
  ['volcengine', 'https://ark.cn-beijing.volces.com/api/coding', ['ark-code-latest']],
  [
    'openrouter',
    'https://openrouter.ai/api',
    ['anthropic/claude-sonnet-5', 'anthropic/claude-haiku-4.5', 'anthropic/claude-opus-5'],
  ],
  ['siliconflow', 'https://api.siliconflow.cn', ['Pro/MiniMaxAI/MiniMax-M2.5']],
  ['modelscope', 'https://api-inference.modelscope.cn', ['ZhipuAI/GLM-5.2']],
  ['longcat', 'https://api.longcat.chat/anthropic', ['LongCat-2.0'], { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '131072' }],
  ['stepfun', 'https://api.stepfun.com/step_plan', ['step-3.5-flash-2603']],
  ['mimo', 'https://api.xiaomimimo.com/anthropic', ['mimo-v2.5-pro']],
];

describe('the presets', () => {
  it('are these, and no other', () => expect(PRESETS.map(({ name }) => name)).toEqual(FACTS.map(([name]) => name)));

  it.each(FACTS)('%s', (name, url, [model, haiku, opus], more = {}) => {
    const preset = presetNamed(name);
    const models = model && {
      ANTHROPIC_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: haiku ?? model,
      ANTHROPIC_DEFAULT_SONNET_MODEL: model,
      ANTHROPIC_DEFAULT_OPUS_MODEL: opus ?? model,
    };
    expect(preset).toMatchObject({ name, url });
    expect(preset?.env).toEqual({ ...(models || {}), ...more });
    if (url) expect(isBaseUrl(url)).toBe(true);
  });

  it('each has a label in both languages, and none a key', () => {
    for (const { label, env } of PRESETS) {
      expect(label.en).toMatch(/^[ -~]{3,}$/);
      expect(label.zh).toMatch(/\S/);
      expect(Object.keys(env).join()).not.toMatch(/AUTH_TOKEN|API_KEY|BASE_URL/);
    }
  });

  it('are dated', () => expect(PRESETS_AS_OF).toBe('2026-08'));
  it('an unknown one is none', () => expect(presetNamed('toString')).toBeUndefined());
});
