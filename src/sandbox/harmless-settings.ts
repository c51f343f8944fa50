import { startsOurHook } from '../claude/hooks.ts';
import { isObject } from '../platform/json/parse.ts';
import { inheritedVariables } from './environment.ts';

/** Decide whether hooks run, although their names say hook or plugin. */
const SWITCHES = ['disableAllHooks', 'allowManagedHooksOnly', 'strictPluginOnlyCustomization'];

/** Settings that name a program, a credential, a place to write to, or something to connect to. */
const ACTING =
  /hook|plugin|marketplace|mcp|status_?line|helper|wrapper|command|suggestion|refresh|export|credential|auth|login|token|key|url|director|ssh|remote|sync|upload|daemon|otel|telemetry|agent|memory|gateway|worktree/i;

/**
 * A user's settings for a rehearsal: everything that may change how the client behaves, nothing that would run, be sent
 * or be written. What is left out cannot be what keeps a hook from running.
 */
export function harmlessSettings(settings: unknown): Record<string, unknown> {
  if (!isObject(settings)) return {};
  const kept = Object.entries(settings).filter(
    ([key]) => SWITCHES.includes(key) || (key !== 'env' && !ACTING.test(key)),
  );
  return { ...Object.fromEntries(kept), ...(isObject(settings.env) ? { env: inheritedVariables(settings.env) } : {}) };
}

/** Of a repository's settings only whether it switches hooks off: nothing in it may act through us. */
export function hooksSwitchOf(settings: unknown): Record<string, unknown> {
  return isObject(settings) && typeof settings.disableAllHooks === 'boolean'
    ? { disableAllHooks: settings.disableAllHooks }
    : {};
}

interface HookGroup {
  matcher?: unknown;
  hooks: Record<string, unknown>[];
}

/** The entries among `hooks` that start us, as they are; the others are somebody else's. */
export function ownHooks(hooks: unknown): Record<string, HookGroup[]> {
  const own: Record<string, HookGroup[]> = {};
  for (const [event, groups] of Object.entries(isObject(hooks) ? hooks : {})) {
    const kept = (Array.isArray(groups) ? groups : []).filter(isObject).flatMap((group) => {
      const entries = Array.isArray(group.hooks) ? group.hooks.filter(isObject) : [];
      const ours = entries.filter((entry) => startsOurHook(entry.command));
      return ours.length > 0 ? [{ ...group, hooks: ours }] : [];
    });
    if (kept.length > 0) own[event] = kept;
  }
  return own;
}
