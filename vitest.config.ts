import { defineConfig } from 'vitest/config';

const markdownAsText = {
  name: 'markdown-as-text',
  transform: (code: string, id: string) =>
    id.endsWith('.md') ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined,
};

export default defineConfig({
  plugins: [markdownAsText],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit and scenarios',
          include: ['test/{unit,scenario}/**/*.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      // Last, and alone on the machine: fifty reviewers at once would starve every clock beside them.
      {
        extends: true,
        test: { name: 'stress', include: ['test/stress/**/*.test.ts'], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text', 'html'] },
  },
});
