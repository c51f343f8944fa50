import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allow, block, isReviewRequest, type ScriptedReplies } from '../../src/sandbox/scripted-replies.ts';
import { BUILDS, sample } from '../support/builds.ts';
import { decisionOf, type Session } from '../support/sandbox.ts';
import { recordedSession, useScenario } from '../support/scenario.ts';
import { type ApiRequest, type Reply, textReply, toolUseReply } from '../support/scripted-api.ts';

/** A kilobyte, in bytes, as the documents count. */
const KB = 1000;

const WORKER = [
  toolUseReply('Bash', { command: `echo ${'evidence '.repeat(400)}`, description: 'look' }),
  textReply('The price is fixed and all tests pass.'),
];
const session = recordedSession(WORKER, ['--allowedTools', 'Bash'], 'Fix the price, please.');

/** What the reviewer has before it: the whole session, or the facts. */
describe.each(BUILDS)('the context of a review, $name', (build) => {
  const { api, box } = useScenario(build, { supervised: true });

  function setUp(roles: ScriptedReplies<Reply>, supervisor: object = {}) {
    api.setReplies(roles);
    box.config(supervisor);
  }
  /** The same session, gone on for long: its own entries over and over, with new ids. */
  const prolong = (transcript: string, bytes: number, text: string) => {
    const lines = readFileSync(transcript, 'utf8').trim().split('\n');
    const entries = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'user' || type === 'assistant');
    let parent = entries.at(-1).uuid;
    for (let n = 0; statSync(transcript).size < bytes; n++) {
      const more = entries.map((entry, i) => {
        const uuid = `00000000-0000-4000-8000-${String(n * 100 + i).padStart(12, '0')}`;
        const copy = JSON.parse(
          JSON.stringify({ ...entry, uuid, parentUuid: parent }).replaceAll('evidence', `${text} ${n}`),
        );
        parent = uuid;
        return JSON.stringify(copy);
      });
      appendFileSync(transcript, `${more.join('\n')}\n`.repeat(1));
    }
  };
  const hook = async ({ session_id, transcript }: Session, fields: object = {}) =>
    decisionOf(
      await box.hook({
        session_id,
        transcript_path: transcript,
        hook_event_name: 'Stop',
        cwd: box.project,
        last_assistant_message: 'The price is fixed and all tests pass.',
        ...fields,
      }),
    );
  const toolsOf = (request: ApiRequest | undefined) =>
    ((request?.body.tools ?? []) as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('Deferred'));

  it.each<[what: string, bytes: number, text: string, where?: 'elsewhere']>(
    sample(2, [
      ['a long session in Chinese', 2_000_000, '证据在此，测试全部通过'],
      ['a short one whose transcript is kept elsewhere', 0, 'evidence', 'elsewhere'],
      ['a short one', 0, 'evidence'],
      ['a long one', 2_000_000, 'evidence'],
    ]),
  )(
    'evidence: %s, at most 24 kB, its own short prompt, and the transcript can be read',
    async (_, bytes, text, where) => {
      let transcript = '';
      const search = () => toolUseReply('Bash', { command: `grep -c "" '${transcript}'`, description: 'search' });
      const read = () => toolUseReply('Read', { file_path: transcript, limit: 1 });
      setUp({ worker: [], reviewer: [search, read, allow('Seen.')] }, { context: 'evidence' });
      for (let i = 0; i < 300; i++) box.write(`project/${text}-${i}/${text}.txt`, text);
      const held = await session(box);
      const last = `${text}，`.repeat(4000);
      const message = { id: 'last', role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: last }] };
      appendFileSync(held.transcript, `${JSON.stringify({ type: 'assistant', message })}\n`);
      transcript = where
        ? box.write(`${where}/${held.session_id}.jsonl`, readFileSync(held.transcript, 'utf8'))
        : held.transcript;
      prolong(transcript, bytes, text);
      await hook({ ...held, transcript }, { last_assistant_message: last });
      const [first, second, third] = api.reviews();
      expect(first?.bytes).toBeLessThanOrEqual(24 * KB);
      expect(first?.bytes).toBeGreaterThan(9 * KB);
      expect(JSON.stringify(first?.body.system)).toContain('You review the work of another agent');
      expect(toolsOf(first).sort()).toEqual(['Bash', 'Glob', 'Read']);
      expect(readFileSync(transcript, 'utf8')).toContain(`"model":"${first?.body.model}"`);
      expect(first?.body.messages.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(1);
      expect(first?.lastUserText).toContain(JSON.stringify(transcript));
      expect(first?.lastUserText).toContain('Fix the price, please.');
      const lines = readFileSync(transcript, 'utf8').split('\n').length - 1;
      expect(second?.lastUserText.trim()).toBe(String(lines));
      expect(third?.lastUserText).toContain('queue-operation');
      expect(box.journal()[0]).toMatchObject({ verdict: 'allow', context: 'evidence' });
      expect(box.log(held.session_id)).not.toContain('started twice');
    },
  );

  it('auto: the session with the facts beside it while it is short, the facts once it is long; what changes during the review is shown to the user and recorded', async () => {
    // The reviewer itself is refused (see reviewer.test.ts); here somebody else writes in that moment.
    const meanwhile = () => {
      box.write('project/meanwhile.txt', 'written');
      box.write('project/there.txt', 'other');
      return allow('Fine.');
    };
    setUp({ worker: [], reviewer: [meanwhile, block('No.')] });
    box.write('project/there.txt', 'before');
    box.write('project/same.txt', 'same');
    const held = await session(box);
    const { systemMessage } = await hook(held);
    expect(systemMessage).toContain('Files changed during the review: "meanwhile.txt", "there.txt".');
    expect(box.journal()[0]?.touched).toEqual(['meanwhile.txt', 'there.txt']);
    expect(api.reviews()[0]?.lastUserText).toMatch(/## Evidence[\s\S]*no test/i);
    prolong(held.transcript, 4_500_000, 'evidence');
    await hook(held);
    expect(box.journal().map(({ context }) => context)).toEqual(['fork', 'evidence']);
    expect(api.reviews().at(-1)?.bytes).toBeLessThanOrEqual(24 * KB);
  });

  it('a fork that does not fit is judged by the facts', async () => {
    setUp({ worker: [], reviewer: [allow()] }, { context: 'fork' });
    const held = await session(box);
    const script = api.script;
    api.script = (request, log) =>
      isReviewRequest(request) && request.body.messages.length > 3
        ? { kind: 'error', status: 400, message: 'prompt is too long: 250000 tokens > 200000 maximum' }
        : script(request, log);
    await hook(held);
    expect(box.journal()[0]).toMatchObject({ verdict: 'allow', context: 'evidence' });
  });

  it.each<[what: string, context: string, settings: object, tokens: number]>(
    sample(2, [
      ['in a fork', 'fork', { context: 'fork' }, 1000],
      ['with the facts, which is what auto takes also where many tokens make it long', 'evidence', {}, 150_000],
      ['with the facts', 'evidence', { context: 'evidence' }, 1000],
    ]),
  )('a reviewer that tries to write is refused, and nothing changes: %s', async (_, context, settings, tokens) => {
    const attempts = [
      toolUseReply('Bash', { command: 'echo x > by-redirect', description: 'x' }),
      toolUseReply('Bash', { command: 'git init -q . && touch by-touch', description: 'x' }),
      toolUseReply('Write', { file_path: 'by-write', content: 'x' }),
      toolUseReply('Edit', { file_path: join('there.txt'), old_string: 'before', new_string: 'after' }),
    ];
    setUp({ worker: [], reviewer: [...attempts, allow('Fine.')] }, settings);
    box.write('project/there.txt', 'before');
    const held = await session(box);
    const counted = readFileSync(held.transcript, 'utf8').replaceAll('"input_tokens":1000', `"input_tokens":${tokens}`);
    writeFileSync(held.transcript, counted);
    const before = box.contents(box.project);
    const { systemMessage } = await hook(held);
    expect(box.contents(box.project)).toEqual(before);
    expect(systemMessage).not.toContain('changed');
    expect(box.journal()[0]).toMatchObject({ verdict: 'allow', context, touched: [] });
    const answers = api
      .reviews()
      .slice(1)
      .map(({ lastUserText }) => lastUserText);
    for (const answer of answers)
      expect(answer).toMatch(/denied|don't ask mode|only reads|No such tool|not available/i);
    expect(answers).toHaveLength(4);
  });
});
