import { describe, expect, it } from 'vitest';
import { errorCode, isUserError, UserError } from '../../../src/platform/user-error.ts';

describe('UserError', () => {
  it('has a code, a message, a fix, and an exit code that is 1 unless given', () => {
    const cause = new Error('cause');
    const error = new UserError('ccc.json is broken', 'Repair it.', { code: 'config-broken', cause });
    expect(error).toMatchObject({ code: 'config-broken', exitCode: 1, cause, fix: 'Repair it.' });
    expect(error.text).toBe('ccc.json is broken\nRepair it.');
    expect(new UserError('unknown option', '', { code: 'unknown-option', exitCode: 2 })).toMatchObject({ exitCode: 2 });
  });

  it('is printed without an empty line where there is no fix', () => {
    expect(new UserError('unknown option', '', { code: 'unknown-option' }).text).toBe('unknown option');
  });

  it('is recognised by its name, because another copy of the class may have thrown it', () => {
    expect(isUserError(Object.assign(new Error('x'), { name: 'UserError' }))).toBe(true);
    expect(isUserError(new Error('x'))).toBe(false);
    expect(isUserError('x')).toBe(false);
  });

  it('does not pass its code off as one of the system', () => {
    expect(errorCode(new UserError('x', '', { code: 'config-broken' }))).toBeUndefined();
    expect(errorCode(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe('ENOENT');
    expect(errorCode(undefined)).toBeUndefined();
  });
});
