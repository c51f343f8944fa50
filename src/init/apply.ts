import type { Env } from '../config/env.ts';
import type { Paths } from '../config/paths.ts';
import { initMessages } from '../i18n/init.ts';
import { backUp } from '../install/install-record.ts';
import { isWithin } from '../platform/folders.ts';
import { withLock } from '../platform/lock.ts';
import { errorCode, isUserError, UserError } from '../platform/user-error.ts';
import { assertWritable, readUsersFile, replaceUsersFile, resolveLinks } from '../platform/user-file.ts';
import { trust } from '../trust/change-trust.ts';
import { repositoryFilesIn } from '../trust/repository-files.ts';
import type { InitPlan } from './plan.ts';
import { isBlank } from './planned-file.ts';

export interface InitResult {
  written: boolean;
  trusted: boolean;
  /** A copy of the file as it was. */
  backup: string | undefined;
}

export const NOTHING_DONE: InitResult = { written: false, trusted: false, backup: undefined };

/** Writes the file; with `trusts`, also trusts exactly what was shown. */
export function applyPlan(plan: InitPlan, trusts: boolean, paths: Paths, env: Env): InitResult {
  const backup = writeFile(plan, paths, env);
  return { written: true, trusted: trusts && plan.mayTrust && trustWritten(plan, paths, env), backup };
}

/** Follows links within the repository. Returns the path of the backup, if one was made. */
function writeFile({ root, path, file: { before, after } }: InitPlan, paths: Paths, env: Env): string | undefined {
  const messages = initMessages[env.language];
  try {
    const target = resolveLinks(path);
    if (!isWithin(root, target))
      throw new UserError(messages.outside(path, target), messages.outsideFix, { code: 'outside-repository' });
    assertWritable(target);
    return withLock(paths.trustedLock, (stillHeld) => {
      const backup = before === undefined || isBlank(before) ? undefined : backUp(target, before, paths);
      replaceUsersFile(target, after, () => {
        stillHeld();
        if (readUsersFile(target) !== before)
          throw new UserError(messages.changedMeanwhile(path), messages.changedMeanwhileFix, { code: 'file-changed' });
      });
      return backup;
    });
  } catch (error) {
    const code = errorCode(error);
    if (isUserError(error) || code === undefined) throw error;
    throw new UserError(messages.cannotWrite(path, code), messages.cannotWriteFix, {
      code: 'config-not-writable',
      cause: error,
    });
  }
}

/** Only what was shown. If anything else changed meanwhile, the user has to look at it with `ccc trust`. */
function trustWritten({ root, files: before, file }: InitPlan, paths: Paths, env: Env): boolean {
  const files = repositoryFilesIn(root, env);
  if (files?.config?.text !== file.after || files.unusable.length > 0) return false;
  if (files.prompt?.sha256 !== before?.prompt?.sha256) return false;
  trust(files, paths, env);
  return true;
}
