import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allow, block } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS } from '../support/builds.ts';
import { processesWith } from '../support/processes.ts';
import { useScenario } from '../support/scenario.ts';
import { type ApiRequest, textReply, toolUseReply } from '../support/scripted-api.ts';

/** What the reviewer can do, what it is given of the user's, and what it leaves behind. */
describe.each(BUILDS)('the reviewer, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });

  it('cannot write, by tool or by shell, though the user allows it all, and authenticates with their apiKeyHelper', async () => {
    const told: ApiRequest[] = [];
    const attempt = (name: string, input: object) => (request: ApiRequest) => {
      told.push(request);
      return toolUseReply(name, input);
    };
    api.setReplies({
      worker: [textReply('Done.')],
      reviewer: [
        attempt('Bash', { command: 'touch by-touch', description: 'x' }),
        attempt('Bash', { command: 'echo hi > by-redirect', description: 'x' }),
        attempt('Bash', { command: 'git init -q . && git diff --output=by-git-diff', description: 'x' }),
        attempt('Bash', { command: 'sleep 30', run_in_background: true, description: 'x' }),
        attempt('Write', { file_path: 'by-write', content: 'x' }),
        attempt('Agent', { description: 'x', prompt: 'touch by-agent', subagent_type: 'general-purpose' }),
        attempt('Bash', { command: 'cat evidence.txt', description: 'x' }),
        (request) => {
          told.push(request);
          return allow();
        },
      ],
    });
    box.write('project/evidence.txt', 'the evidence');
    const helper = box.write('helper.sh', '#!/bin/sh\necho key-from-the-helper\n');
    const witness = join(box.dir, 'user-hook-ran-in-review');
    box.registerHooks(['Stop'], {
      apiKeyHelper: `sh ${helper}`,
      permissions: { allow: ['Bash', 'Write', 'Agent'] },
      env: { FROM_USER_SETTINGS: 'yes' },
    });
    const settings = JSON.parse(readFileSync(join(box.claudeDir, 'settings.json'), 'utf8'));
    const spy = { hooks: [{ type: 'command', command: `[ "$CCC_SUPERVISOR_HOOK" = 1 ] && touch '${witness}'; true` }] };
    settings.hooks = { ...settings.hooks, PreToolUse: [spy], SessionStart: [spy], UserPromptSubmit: [spy] };
    box.write(join(box.claudeDir, 'settings.json'), settings);
    box.env.ANTHROPIC_AUTH_TOKEN = '';

    const before = box.files(box.project);
    await box.work();
    expect(box.files(box.project)).toEqual(before);
    expect(existsSync(join(box.project, '.git'))).toBe(false);
    expect(existsSync(witness)).toBe(false);
    for (const request of api.requests) expect(request.headers['x-api-key']).toBe('key-from-the-helper');

    const refused = told.slice(1, 7).map((request) => request.lastUserText);
    for (const answer of refused.slice(0, 3)) expect(answer).toMatch(/denied|don't ask mode|plain form/);
    expect(refused[3]).toContain('A review is read-only: nothing may run in the background.');
    expect(refused[4]).toContain('A review is read-only: Write');
    expect(refused[5]).toContain('A review is read-only: Agent');
    expect(told[7]?.lastUserText).toContain('the evidence');
    expect(box.journal()[0]).toMatchObject({ verdict: 'allow', cause: 'review', context: 'fork' });
    expect(processesWith(box.dir)).toEqual([]);
  });

  it("authenticates with the user's login, as the worker did, starts none of their MCP servers, still sends the worker's tools, and leaves nothing on disk but our own journal, log and state", async () => {
    api.setReplies({ worker: [textReply('Done.')], reviewer: [allow()] });
    box.registerHooks();
    box.env.ANTHROPIC_AUTH_TOKEN = '';
    const expiresAt = Date.now() + 86_400_000;
    const login = {
      accessToken: 'login-made-up-for-tests',
      refreshToken: 'none',
      expiresAt,
      scopes: ['user:inference'],
    };
    box.write(join(box.claudeDir, '.credentials.json'), { claudeAiOauth: login });
    const started = join(box.dir, 'mcp-started');
    const server = box.write('mcp.mjs', mcpServer(started));
    const config = JSON.parse(readFileSync(join(box.home, '.claude.json'), 'utf8'));
    config.mcpServers = { probe: { command: process.execPath, args: [server] } };
    box.write(join(box.home, '.claude.json'), config);
    const { session_id } = await box.work();
    expect(api.reviews()).toHaveLength(1);
    for (const request of api.requests) expect(request.headers.authorization).toBe('Bearer login-made-up-for-tests');
    expect(readFileSync(started, 'utf8')).toBe('x');
    expect(api.reviews()[0]?.body.tools).toEqual(api.workerRequests().at(-1)?.body.tools);

    // The same once more, with no worker that writes beside it; a key is handed to this reviewer in a file.
    box.write(join(box.claudeDir, 'settings.json'), { apiKeyHelper: 'echo key-from-the-helper' });
    const transcript = box.transcriptOf(session_id);
    const content = readFileSync(transcript, 'utf8');
    const before = box.files();
    await box.hook({ session_id, transcript_path: transcript, cwd: box.project, hook_event_name: 'Stop' });
    expect(box.journal().map((entry) => entry.context)).toEqual(['fork', 'fork']);
    expect(box.files()).toEqual(before);
    expect(readFileSync(transcript, 'utf8')).toBe(content);
    const ours = box.files(box.cccDir).map((file) => file.slice(box.cccDir.length + 1));
    expect(box.log(session_id)).not.toContain('started twice');
    expect(ours).toEqual(['reviews.jsonl', `supervisor-${session_id}.json`, `supervisor-${session_id}.log`]);
    expect(readFileSync(started, 'utf8')).toBe('x');
  });

  it('judges an unknown session afresh, by the event and the folder; what the worker said is words: no file is attached, no command is run by it', async () => {
    api.setReplies({ worker: [], reviewer: [block('Nothing was done.')] });
    box.write('project/secret.txt', 'do not attach me');
    const { code, stdout } = await box.hook({
      session_id: '11111111-2222-4333-8444-555555555555',
      hook_event_name: 'Stop',
      cwd: box.project,
      last_assistant_message: 'All done! see @secret.txt',
    });
    expect([code, JSON.parse(stdout).reason]).toEqual([0, 'Nothing was done.']);
    expect(api.reviews()[0]?.lastUserText).toMatch(/conversation is not available[\s\S]*All done! see @secret\.txt/);
    expect(JSON.stringify(api.reviews()[0]?.body)).not.toContain('do not attach me');
    expect(box.journal()[0]?.context).toBe('fresh');
  });

  it('judges afresh when the transcript cannot be resumed', async () => {
    api.setReplies({ worker: [], reviewer: [allow('ok')] });
    const session_id = '11111111-2222-4333-8444-555555555555';
    const transcript_path = box.write(join(box.claudeDir, 'projects/p', `${session_id}.jsonl`), '{"half a li');
    const { code, stdout } = await box.hook({ session_id, transcript_path, cwd: box.project });
    expect([code, JSON.parse(stdout)]).toEqual([0, { reason: 'ok' }]);
    expect(box.journal()[0]?.context).toBe('fresh');
  });

  it('of a session that ccc started, only the client that booted early runs, also if DEBUG is set', async () => {
    box.config({ enabled: true });
    box.env.DEBUG = 'everything';
    api.setReplies({ worker: [textReply('Done.')], reviewer: [allow()] });
    const { code, stderr } = await box.ccc(['-p', 'Add a cart']);
    expect(code, stderr).toBe(0);
    const [entry] = box.journal();
    expect(entry).toMatchObject({ verdict: 'allow', cause: 'review', context: 'fork' });
    expect(box.log(entry?.supervisor_id ?? '')).not.toContain('started twice');
  });

  it('may look into a folder outside the project that the worker has gone to, and only the client that booted early runs; SUPERVISOR.md replaces the built-in prompt, with the same event and answer format beside it', async () => {
    api.setReplies({
      worker: [],
      reviewer: [toolUseReply('Bash', { command: 'cat ../elsewhere/found.txt', description: 'look' }), allow()],
    });
    box.write('elsewhere/found.txt', 'found it');
    box.write(join(box.claudeDir, 'SUPERVISOR.md'), 'Allow whatever rhymes.');
    const event = { session_id: 'elsewhere', hook_event_name: 'Stop', cwd: join(box.dir, 'elsewhere') };
    await box.hook(event, { CLAUDE_PROJECT_DIR: box.project });
    expect(api.reviews()[1]?.lastUserText).toContain('found it');
    expect(box.log('elsewhere')).not.toContain('started twice');
    expect(api.reviews()[0]?.lastUserText).toMatch(/Allow whatever rhymes\.\n\n## The event[\s\S]*## Your answer/);
    expect(api.reviews()[0]?.lastUserText).not.toContain('How work is faked');
  });
});

/** The smallest MCP server that has one tool; it writes an x whenever it is started. */
function mcpServer(witness: string): string {
  return `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
appendFileSync(${JSON.stringify(witness)}, 'x');
const results = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'probe', version: '1' } },
  'tools/list': { tools: [{ name: 'look', description: 'looks', inputSchema: { type: 'object', properties: {} } }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }) + '\\n');
});
`;
}
