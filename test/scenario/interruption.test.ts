import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { allow, isReviewRequest } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { finish, processesWith } from '../support/processes.ts';
import { useApi, useScenario } from '../support/scenario.ts';
import { type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';
import { until } from '../support/wait.ts';

const input = { session_id: 'interrupted', hook_event_name: 'Stop', last_assistant_message: 'Done.' };
const hang: Reply = { kind: 'hang' };
/** Reading forever is allowed to a reviewer: `tail -f` writes nothing. */
const readForEver = toolUseReply('Bash', { command: 'tail -f evidence.log', description: 'watch' });

/** Ends by SIGKILL alone, and notes what the journal held when it was first asked to end. */
const stubbornClient = (from: string, journal: string, seen: string) => `#!${process.execPath}
const fs = require('node:fs');
const note = () => {
  if (fs.existsSync(${JSON.stringify(seen)})) return;
  const text = fs.existsSync(${JSON.stringify(journal)}) ? fs.readFileSync(${JSON.stringify(journal)}, 'utf8') : '';
  fs.writeFileSync(${JSON.stringify(seen)}, text || 'nothing');
};
process.on('SIGTERM', note);
const up = () => fs.writeFileSync(${JSON.stringify(`${seen}.up`)}, '');
if ('${from}' === 'started') up();
process.stdin.on('end', note).on('data', (data) => String(data).includes('"type":"user"') && up());
setInterval(() => {}, 1000);
`;

/** No process of a review outlives its hook, however the hook ends. */
describe.each(BUILDS)('an interrupted review, $name', (build) => {
  let reply: Reply | (() => Reply);
  const { api, box } = useScenario(build, {
    supervised: true,
    script: () => (typeof reply === 'function' ? reply() : reply),
  });
  const laterApi = useApi(() => allow('fine'));
  beforeEach(() => {
    reply = hang;
    box.write('project/evidence.log', 'x\n');
  });

  async function midReview() {
    const hook = box.start(['supervisor-hook']);
    const done = finish(hook, input);
    await until('the review request', () => api.requests.some(isReviewRequest));
    if (reply !== hang)
      await until('the shell command', () => processesWith(box.dir, 'tail\0-f\0evidence.log').length > 0);
    expect(box.processes().length).toBeGreaterThan(1);
    return { hook, done };
  }

  it.each([
    ['SIGTERM', hang],
    ['SIGINT', hang],
    ['SIGHUP', hang],
    ['SIGTERM', readForEver],
    ['SIGINT', readForEver],
  ] as const)(
    '%s to the hook ends the reviewer and what it runs; nothing is printed on stdout',
    async (signal, doing) => {
      reply = doing;
      const { hook, done } = await midReview();
      hook.kill(signal);
      const { code, stdout, stderr } = await done;
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`interrupted by ${signal}`);
      expect(box.processes()).toEqual([]);
      expect(box.journal()[0]).toMatchObject({ verdict: 'failed', cause: 'interrupted', count: 1 });
      expect(box.state('interrupted').count).toBe(1);
    },
  );

  it.each([
    ['while it is asked', 'asked'],
    ['while it starts', 'started'],
  ])('what was decided is in the journal before a reviewer that will not end is ended, %s', async (_, from) => {
    const seen = join(box.dir, 'journal-when-ended');
    box.write('stubborn', stubbornClient(from, join(box.cccDir, 'reviews.jsonl'), seen));
    chmodSync(join(box.dir, 'stubborn'), 0o755);
    const hook = box.start(['supervisor-hook'], { CCC_CLAUDE: join(box.dir, 'stubborn') });
    const done = finish(hook, input);
    await until('the client to be up', () => existsSync(`${seen}.up`));
    hook.kill('SIGTERM');
    const { code, stderr } = await done;
    expect([code, stderr]).toEqual([1, expect.stringContaining('interrupted by SIGTERM')]);
    // Before the SDK has been loaded there is nobody to ask it: then it is killed as the hook exits.
    if (from === 'asked' || existsSync(seen)) expect(readFileSync(seen, 'utf8')).toContain('"cause":"interrupted"');
    expect(box.journal()).toMatchObject([{ verdict: 'failed', cause: 'interrupted' }]);
    expect(box.processes()).toEqual([]);
  });

  it('a reviewer that has to be killed leaves nothing in the list of running sessions', async () => {
    const { hook, done } = await midReview();
    const listed = () => readdirSync(join(box.claudeDir, 'sessions'));
    const pid = Number.parseInt(listed()[0] ?? '', 10);
    expect(listed()).toHaveLength(2);
    process.kill(pid, 'SIGSTOP');
    hook.kill('SIGTERM');
    expect((await done).code).toBe(1);
    expect(box.processes()).toEqual([]);
    expect(listed()).toEqual([]);
  });

  it('the deadline ends a reviewer that hangs in a command', async () => {
    reply = () => readForEver;
    box.config({ timeout_seconds: 10 });
    const { code, stdout } = await box.hook(input);
    expect([code, stdout]).toEqual([124, '']);
    expect(box.processes()).toEqual([]);
  });

  it('SIGKILL of the hook alone: the reviewer is gone when its turn ends', async () => {
    const { hook, done } = await midReview();
    hook.kill('SIGKILL');
    await done;
    reply = () => allow('too late');
    // What hangs is cut off, as an API's own limits would; the next answer ends the turn.
    await api.close();
    await box.allEnded();
    // The next hook finds nothing in its way.
    const next = await box.hook(input, { ANTHROPIC_BASE_URL: laterApi.url });
    expect([next.code, box.state('interrupted').count]).toEqual([0, 2]);
  });

  it("Claude Code's own hook timeout ends all of it, and the worker goes on to stop", async () => {
    api.script = (request) => (isReviewRequest(request) ? readForEver : textReply('Done.'));
    box.registerHooks();
    const settings = { hooks: { Stop: [{ hooks: [{ type: 'command', command: hookCommand(), timeout: 4 }] }] } };
    box.write(`${box.claudeDir}/settings.json`, settings);
    const { stdout } = await box.claude(['-p', 'make it work']);
    expect(stdout).toContain('Done.');
    await box.allEnded();
    expect(box.journal()[0]).toMatchObject({ verdict: 'failed', cause: 'interrupted' });
  });

  const hookCommand = () => [...build.command.map((part) => `'${part}'`), 'supervisor-hook'].join(' ');
});
