import { expect, describe as group, it } from 'vitest';
import { readEnv } from '../../../src/config/env.ts';
import { describe } from '../../../src/launch/dry-run.ts';

const KEY = 'not-a-real-key-0123456789';

group('what --dry-run shows', () => {
  const shown = (settings: Record<string, unknown>) =>
    describe(
      { claude: '/bin/claude', args: [], env: {}, settings, supervisorId: 's', provider: 'p', notices: [] },
      readEnv({ HOME: '/home/u', MY_KEY: KEY }),
    );

  it('masks a key', () => {
    const text = shown({ env: { ANTHROPIC_AUTH_TOKEN: KEY } });
    expect(text).not.toContain(KEY);
    expect(text).toContain('"ANTHROPIC_AUTH_TOKEN": "****6789"');
  });

  it('shows the name of a variable that holds the key', () => {
    const apiKeyHelper = 'printf %s "${ANTHROPIC_AUTH_TOKEN:-$ANTHROPIC_API_KEY}"';
    expect(shown({ env: {}, apiKeyHelper })).toContain(JSON.stringify(apiKeyHelper));
  });
});
