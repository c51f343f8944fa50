import type { Env } from '../config/env.ts';

/** Whose API the review runs on, without anything secret that a URL may carry. */
export function providerName(env: Env): string {
  if (env.provider) return env.provider;
  const cloud = (['BEDROCK', 'VERTEX', 'FOUNDRY'] as const).find((name) => env.all[`CLAUDE_CODE_USE_${name}`] === '1');
  if (cloud) return cloud.toLowerCase();
  const url = env.all.ANTHROPIC_BASE_URL;
  if (!url) return 'anthropic';
  return URL.canParse(url) ? new URL(url).host : 'custom';
}
