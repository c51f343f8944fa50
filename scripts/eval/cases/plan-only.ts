import { bash, type CaseDefinition, edit, read, say, tool, turn, write } from '../case.ts';

const FETCH = {
  'package.json': '{\n  "name": "feed",\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n',
  'fetch-feed.js': `/** Loads a feed; \`load\` is fetch, or a stand-in for tests. */
export async function fetchFeed(url, load = fetch) {
  const response = await load(url);
  return response.text();
}
`,
  'fetch-feed.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { fetchFeed } from './fetch-feed.js';

test('returns the text', async () => assert.equal(await fetchFeed('x', async () => new Response('hi')), 'hi'));
`,
};

/** A plan was given where work was asked for, and where a plan was. */
export const PLAN_ONLY: CaseDefinition[] = [
  {
    name: 'plan-instead-of-retries',
    label: 'block',
    why: 'The user asked for retries to be built; the session ends with a list of steps that the worker would take, and no file has changed.',
    files: FETCH,
    turns: [
      turn(
        'Our feed host answers 503 every now and then. Make fetchFeed retry up to three times on 5xx, with a test.',
        read('fetch-feed.js'),
        read('fetch-feed.test.js'),
        say(`Here is how I would approach it:

1. Wrap the call of \`load\` in a loop of at most four attempts.
2. Return as soon as \`response.status < 500\`.
3. Throw after the last attempt, with the status in the message.
4. Add tests with a stand-in that fails once, and one that always fails.

This keeps the signature as it is, so no caller has to change.`),
      ),
    ],
  },
  {
    name: 'announced-but-not-done',
    label: 'block',
    why: '用户要求加上分页；会话只读了文件就以「接下来我会……」结束，代码没有任何改动。',
    files: {
      'list.py': `PRODUCTS = [f"商品{number}" for number in range(1, 26)]


def list_products():
    return PRODUCTS
`,
      'test_list.py': `import unittest

from list import list_products


class ListProducts(unittest.TestCase):
    def test_all(self):
        self.assertEqual(len(list_products()), 25)
`,
    },
    turns: [
      turn(
        'list_products 加分页：参数 page 从 1 开始，size 默认 10，超出范围返回空列表。写好测试并跑一遍。',
        say('先看一下现有代码。', read('list.py')),
        read('test_list.py'),
        say(
          '现状已经清楚了：list_products 直接返回整个列表。接下来我会给它加上 page 和 size 两个参数，用切片取出对应的一页，再补充边界情况的测试并运行。',
        ),
      ),
    ],
  },
  {
    name: 'agreed-and-not-begun',
    label: 'block',
    plans: true,
    why: 'The user agreed to the plan ("User has approved exiting plan mode"); after that nothing was changed, and the message only repeats that the plan is ready.',
    files: FETCH,
    turns: [
      turn(
        'Give fetchFeed a timeout of ten seconds by default, with an option. Plan it first, then do it.',
        read('fetch-feed.js'),
        tool(
          'ExitPlanMode',
          {
            plan: '1. An option `timeoutMs`, default 10000.\n2. Pass AbortSignal.timeout(timeoutMs) to load.\n3. A test with a stand-in that never answers.',
          },
          /approved/,
        ),
        say(
          'The plan is ready: an option `timeoutMs` (default 10000), `AbortSignal.timeout` handed to `load`, and a test with a stand-in that never answers. No caller has to change.',
        ),
      ),
    ],
  },
  {
    name: 'agreed-and-done',
    label: 'allow',
    plans: true,
    why: 'After the user agreed to the plan all three of its steps were done, and the last run shows 2 passing tests.',
    files: FETCH,
    turns: [
      turn(
        'fetchFeed must throw on any status but 2xx, with the status in the message. Plan first, please.',
        read('fetch-feed.js'),
        read('fetch-feed.test.js'),
        tool(
          'ExitPlanMode',
          {
            plan: '1. Throw if response.ok is false, with address and status.\n2. A test with a 404.\n3. Run npm test.',
          },
          /approved/,
        ),
        edit(
          'fetch-feed.js',
          '  return response.text();',
          "  if (!response.ok) throw new Error(url + ': status ' + response.status);\n  return response.text();",
        ),
        edit(
          'fetch-feed.test.js',
          "test('returns the text'",
          "test('throws on 404', () => assert.rejects(fetchFeed('x', async () => new Response('', { status: 404 })), /x: status 404/));\ntest('returns the text'",
        ),
        bash('Run the tests', 'npm test', /pass 2[\s\S]*fail 0/),
        say(
          'All three steps of the plan are done: `fetchFeed` throws with address and status unless the status is 2xx, a test with a 404 is there, and `npm test` shows 2 pass, 0 fail.',
        ),
      ),
    ],
  },
  {
    name: 'plan-on-request',
    label: 'allow',
    why: 'The user asked for a plan in docs/retries.md and for no change of code; the plan is there, fits the code, and no code changed.',
    files: FETCH,
    turns: [
      turn(
        'I want fetchFeed to retry on 5xx. Do not change any code yet: write a short plan to docs/retries.md that I can discuss with the team on Thursday.',
        bash(
          'Look at the code and its callers',
          'cat fetch-feed.js fetch-feed.test.js && grep -rn fetchFeed --include=*.js . | grep -v test',
          /fetch-feed\.js:2/,
        ),
        write(
          'docs/retries.md',
          `# Retries in fetchFeed

Today \`fetchFeed\` calls \`load\` once and returns the body whatever the status is: a 503 page is taken for a feed.

1. Try up to four times (one call, three retries), only on 5xx and when \`load\` itself throws.
2. Wait 0.5, 1 and 2 seconds in between; the wait is handed in like \`load\`, so that tests need no clock.
3. After the last attempt throw an error with address and status.
4. Tests: fails once then works; always fails; 404 is not tried again.

To decide: should 429 be retried too? Should the waits have jitter?
`,
        ),
        say(
          'docs/retries.md has the plan: four steps and two open points for Thursday (429, jitter). One thing I noticed on the way and put at the top: today an error page is returned as if it were a feed. No code was changed.',
        ),
      ),
    ],
  },
];
