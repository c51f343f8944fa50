import { describe, it } from 'vitest';

const isElsewhere = process.platform !== 'linux';

/** For what works only on Linux: skipped on other systems. `_needs` says what it is that they lack. */
export const linuxOnly = (_needs: string) => ({
  it: it.skipIf(isElsewhere),
  describe: describe.skipIf(isElsewhere),
});
