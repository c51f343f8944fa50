import { describe, expect, it } from 'vitest';
import { edited, PASSED } from '../sum-project.ts';

const outcomeOf = async (command: string, output: string) => {
  const { runs } = await edited().runs(command, { output }).says('Done.').evidence({ transcriptOnly: true });
  return runs.test?.outcome.kind;
};

const PLAIN = [
  'npm test',
  'cd pkg && npm test',
  'npm ci && npm test',
  'CI=1 npm test',
  'set -e; npm test',
  'set -euo pipefail; cd pkg; npm run build; npm test',
  'set -o pipefail; npm run build && npm test 2>&1 | tail -20',
  'export CI=1; npm test',
  'export PATH="$HOME/.local/bin:$PATH" && npm test',
  'timeout 60 npm test',
  'timeout --signal=KILL 60 npm test',
  'docker compose exec app pytest',
  'docker compose exec -T app pytest',
  'nice -n 10 npx --yes vitest run',
  'cd pkg || exit 1; npm test',
  'cd pkg || { echo no; exit 1; }; npm test',
  '[ -d node_modules ] || npm ci; npm test',
  'if [ ! -d node_modules ]; then npm ci; fi; npm test',
  '[[ -f a && -f b ]] && npm test',
  'rm -rf dist && ./scripts/prepare.sh && npm test',
  'for i in 1 2 3; do curl -s localhost && break; sleep 1; done; npm test',
  'while IFS= read -r line; do echo "$line"; done < list; npm test',
  'trap "rm -f x" EXIT; npm test',
  'x=$(git rev-parse HEAD); echo "$x"; npm test',
  'for d in a b; do npm test --prefix $d || exit 1; done',
  'bash -lc "cd pkg && npm test"',
  'bash -euo pipefail -c "npm test"',
  'make -j4 test',
  'node --test --test-reporter=spec',
  'npm test --workspace api --silent',
  'uv run --frozen pytest -q',
  'npm test && git add -A && git commit -m x',
  'npm test; rc=$?; echo done; exit $rc',
];

/** Beside these the summary of the run itself counts. */
const BY_SUMMARY = [
  'source .venv/bin/activate && pytest',
  '. ~/.nvm/nvm.sh && nvm use 20 && npm test',
  'eval "$(fnm env)" && npm test',
  'exit 0; npm test',
  'nice --version npm test',
  'npm test -- --no-test',
  'make -v test',
  'make test NODE=true',
  'node -r ./setup.cjs --test',
  'node --import tsx --test',
  'helper() { :; }; npm test',
  'true || { echo skip; npm test; }',
  '{ true; } || npm test',
  '{ npm test || exit 1; } | cat',
  'for f in $FILES; do npm test || exit 1; done',
  'if [ -d dist ]; then exit 0; fi; npm test',
];

/** What these print may be anything, too. */
const NEVER = [
  'set -n; npm test',
  'shopt -uo errexit; npm test',
  'case x in x) exit 0;; esac; npm test',
  'for PATH in /tmp/bin; do npm test; done',
  'read -r PATH < f; npm test',
  'printf -v PATH %s /tmp/bin; npm test',
  'export "$X"; npm test',
  'builtin hash -p /tmp/npm npm >/dev/null 2>&1; npm test',
  '$x 2>/dev/null >/dev/null; npm test',
  'cd() { builtin cd ../other; }; cd . && npm test',
  'npm test --userconfig=rc',
  'node --import data:text/javascript,0 --test',
  'echo x > z.cjs; node -r ./z.cjs --test',
  'make test SHELL=./sh',
];

describe('without a summary, a line that ends well', () => {
  it.each(PLAIN)('says that the run passed: %s', async (command) => {
    expect(await outcomeOf(command, '')).toBe('ok');
  });

  it.each([...BY_SUMMARY, ...NEVER])('says nothing: %s', async (command) => {
    expect(await outcomeOf(command, '')).not.toBe('ok');
  });
});

describe('with a summary, the run passed', () => {
  it.each([...PLAIN, ...BY_SUMMARY.filter((command) => !/[|}] (?:cat|exit)/.test(command))])('%s', async (command) => {
    expect(await outcomeOf(command, PASSED.output)).toBe('ok');
  });

  it.each(NEVER)('but not: %s', async (command) => {
    expect(await outcomeOf(command, PASSED.output)).not.toBe('ok');
  });
});

it('a failed line is no success of it, and a failure beside what is not known still counts', async () => {
  const { runs } = await edited()
    .runs('source .venv/bin/activate && pytest', { exit: 1, output: '1 failed in 0.1s' })
    .says('Done.')
    .evidence({ transcriptOnly: true });
  expect(runs.test?.outcome).toEqual({ kind: 'failed', exit: 1 });
});
