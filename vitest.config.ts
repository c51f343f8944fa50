import { defineConfig } from 'vitest/config';
import { RunReporter } from './test/support/run-reporter.ts';

const markdownAsText = {
  name: 'markdown-as-text',
  transform: (code: string, id: string) =>
    id.endsWith('.md') ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined,
};

const project = (name: string, groupOrder: number, more: object = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.ts`], sequence: { groupOrder }, ...more },
});

export default defineConfig({
  plugins: [markdownAsText],
  test: {
    projects: [
      project('unit', 0),
      project('scenario', 0, { globalSetup: 'test/support/install-browser.ts' }),
      // Fifty reviewers at once would starve what runs beside them.
      project('stress', 1, { maxWorkers: 1 }),
      project('long', 2, { maxWorkers: 1 }),
    ],
    // These only end what hangs: no test expects to come near them, however busy the machine is.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A fresh copy of every module for each file costs half of the time of the unit tests.
    isolate: false,
    // Measured on two cores: with three files at once a core is idle for a sixth of the time.
    maxWorkers: 4,
    reporters: ['default', new RunReporter()],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text', 'html'] },
  },
});
