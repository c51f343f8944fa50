import { cloudIn } from '../config/cloud.ts';
import type { Env } from '../config/env.ts';

/** Whose API a session uses, for the journal: nothing secret that a URL may carry. */
export function providerName(env: Env): string {
  if (env.provider) return env.provider;
  const cloud = cloudIn(env.all);
  if (cloud) return cloud;
  const url = env.all.ANTHROPIC_BASE_URL;
  if (!url) return 'anthropic';
  return URL.canParse(url) ? new URL(url).host : 'custom';
}
