import { describe, expect, it } from 'vitest';
import { ALL_BUILDS } from '../support/builds.ts';
import { useScenario } from '../support/scenario.ts';
import { type Reply, textReply } from '../support/scripted-api.ts';

const error = (status: number, headers: Record<string, string> = {}): Reply => ({
  kind: 'error',
  status,
  message: `no luck ${status}`,
  headers,
});

const inAnHour = () => String(Math.round(Date.now() / 1000) + 3600);
const usageLimit = () =>
  error(429, {
    'anthropic-ratelimit-unified-status': 'rejected',
    'anthropic-ratelimit-unified-reset': inAnHour(),
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
  });
/** A limit of a subscription is only known to a client that is logged in to one. */
const LOGGED_IN = { ANTHROPIC_AUTH_TOKEN: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-made-up' };

const ERRORS: [what: string, reply: () => Reply, env: Record<string, string>, name: string, message: RegExp][] = [
  ['429', () => error(429), {}, 'rate_limit', /no luck 429/],
  ['500', () => error(500), {}, 'server_error', /no luck 500/],
  ['a usage limit', usageLimit, LOGGED_IN, 'rate_limit', /You've hit your 5-hour limit · resets/],
];

/**
 * In print mode the client ends its StopFailure hook within milliseconds. Whether that hook or the one at the end of the
 * session writes the line is chance; there is exactly one.
 */
describe.each(ALL_BUILDS)('a run that an error of the API ends, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });
  const linesOf = () => box.journalLines();
  const kinds = () =>
    linesOf().map((line) => ('session' in line ? line.session : 'api_error' in line ? 'api_error' : 'other'));

  it.each(ERRORS)('leaves a line after %s, and says so', async (_, reply, env, name, message) => {
    api.setReplies({ worker: Array.from({ length: 5 }, reply), reviewer: [] });
    const done = await box.ccc(['-p', 'do it\nand more'], '', { CLAUDE_CODE_MAX_RETRIES: '1', ...env });
    expect(done.code).toBe(1);
    expect(done.stderr).toMatch(/^ccc: NOT reviewed: the run ended in an API error: .*\n$/);
    expect(done.stderr).toMatch(message);
    expect(kinds()).toEqual(['started', 'api_error', 'ended']);
    expect(linesOf()[1]).toMatchObject({
      prompt_id: expect.stringMatching(/^[\da-f-]{36}$/),
      ...{ v: 2, api_error: name, message: expect.stringMatching(message), request: 'do it', folder: box.project },
    });
  });

  it('leaves the same line if plain claude was started, with installed hooks', async () => {
    api.setReplies({ worker: Array.from({ length: 5 }, () => error(500)), reviewer: [] });
    expect((await box.ccc(['install'])).code).toBe(0);
    const done = await box.claude(['-p', 'do it'], { CLAUDE_CODE_MAX_RETRIES: '1' });
    expect(done.code).toBe(1);
    expect(kinds()).toEqual(['started', 'api_error', 'ended']);
  });

  it('is no error if the next turn went well', async () => {
    api.setReplies({ worker: Array.from({ length: 5 }, () => error(500)), reviewer: [] });
    const failed = await box.ccc(['-p', 'do it', '--output-format', 'json'], '', { CLAUDE_CODE_MAX_RETRIES: '1' });
    const { session_id } = JSON.parse(failed.stdout);
    box.config({ checks: [{ name: 'red', run: 'false', always: true }], max_iterations: 1 });
    api.setReplies({ worker: [textReply('Done.')], reviewer: [] });
    const done = await box.ccc(['-p', 'again', '--resume', session_id], '', { CLAUDE_CODE_MAX_RETRIES: '1' });
    expect(done.stderr).not.toContain('API error');
    expect(kinds()).toEqual(['started', 'api_error', 'ended', 'started', 'other', 'other', 'ended']);
  });
});
