import { runsCccHook } from '../claude/hooks.ts';
import { isObject } from '../platform/json/parse.ts';
import { inheritedVariables } from './environment.ts';

/** Kept although their names match `ACTING`: they decide whether hooks run. */
const SWITCHES = ['disableAllHooks', 'allowManagedHooksOnly', 'strictPluginOnlyCustomization'];

/** Settings that name a program, a credential, a file to write, or something to connect to. */
const ACTING =
  /hook|plugin|marketplace|mcp|status_?line|helper|wrapper|command|suggestion|refresh|export|credential|auth|login|token|key|url|director|ssh|remote|sync|upload|daemon|otel|telemetry|agent|memory|gateway|worktree/i;

/**
 * A user's settings for the sandbox: what may change how the client behaves, without what runs, sends or writes
 * something. Nothing that is left out can keep a hook from running.
 */
export function harmlessSettings(settings: unknown): Record<string, unknown> {
  if (!isObject(settings)) return {};
  const kept = Object.entries(settings).filter(
    ([key]) => SWITCHES.includes(key) || (key !== 'env' && !ACTING.test(key)),
  );
  return { ...Object.fromEntries(kept), ...(isObject(settings.env) ? { env: inheritedVariables(settings.env) } : {}) };
}

/** From a repository's settings only whether they disable hooks: nothing else in them may take effect here. */
export function hooksSwitchOf(settings: unknown): Record<string, unknown> {
  return isObject(settings) && typeof settings.disableAllHooks === 'boolean'
    ? { disableAllHooks: settings.disableAllHooks }
    : {};
}

interface HookGroup {
  matcher?: unknown;
  hooks: Record<string, unknown>[];
}

/** The entries among `hooks` that start ccc, unchanged. */
export function ownHooks(hooks: unknown): Record<string, HookGroup[]> {
  const own: Record<string, HookGroup[]> = {};
  for (const [event, groups] of Object.entries(isObject(hooks) ? hooks : {})) {
    const kept = (Array.isArray(groups) ? groups : []).filter(isObject).flatMap((group) => {
      const entries = Array.isArray(group.hooks) ? group.hooks.filter(isObject) : [];
      const ours = entries.filter((entry) => runsCccHook(entry.command));
      return ours.length > 0 ? [{ ...group, hooks: ours }] : [];
    });
    if (kept.length > 0) own[event] = kept;
  }
  return own;
}
