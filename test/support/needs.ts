declare module 'vitest' {
  interface TaskMeta {
    /** What this machine lacks for a test that is skipped. */
    lacks?: string;
  }
}

/** Options of a test, or of a group of them, that is skipped where something is not there. The end of the run says so. */
export const needs = (what: string, isThere: boolean) => (isThere ? {} : { skip: true, meta: { lacks: what } });
