import { describe, expect, it } from 'vitest';
import { mayWrite, programsOfChecks } from '../../../../src/evidence/commands/may-write.ts';

const NONE = new Set<string>();

describe('a command line that only reads, or runs tests', () => {
  it.each([
    'cat t.sh; ls -la',
    'ls 2>/dev/null | head -5 >&2',
    'cat a > /dev/null 2>&1 && echo "a > b"',
    "sed -n '10,20p' src/a.ts",
    "sed -n '/begin/,/end/p' a; sed 's/where/there/g' a",
    "grep -rn 'x' src | sort | uniq -c | sort -rn",
    "awk '{print $1}' a",
    'find . -name "*.ts" -not -path "./node_modules/*" | xargs grep -l foo',
    'git status --short && git --no-pager diff HEAD~1 -- a && git -C sub log --oneline -5',
    'git branch -a; git stash list; git remote -v',
    'for f in *.md; do head -3 "$f"; done',
    'FILE=src/a.ts; wc -l "$FILE"',
    'echo "$(git rev-parse HEAD) $((1 + 2)) `pwd`"',
    'node --version; command -v npm',
    '# what is here\nls',
    'npm test',
    'CI=1 npx vitest run test/a.test.ts 2>&1 | tail -20',
    'timeout 60 python -m pytest -q tests',
    'npx tsc --noEmit; npm run lint',
    '',
  ])('%j', (line) => expect(mayWrite(line, NONE)).toBe(false));
});

describe('one that may write', () => {
  it.each([
    'echo bad > build/x',
    'echo bad >> build/x',
    '> build/x',
    'echo a&>build/x',
    'ls >&build/x',
    'cat a > /dev/null/../x',
    'cp a build/x',
    'rm -rf build',
    'echo bad | tee build/x',
    "sed -i 's/a/b/' build/x",
    "sed -n 'w build/x' a",
    "sed 's/a/b/w build/x' a",
    'awk \'{print > "build/x"}\' a',
    'sort a -o build/x',
    'uniq a build/x',
    'find build -delete',
    'find . -exec rm {} +',
    'x=-delete; find build $x',
    'ls | xargs rm',
    'git checkout .',
    'git diff --output=build/x',
    'git branch new',
    'git -c core.pager=x log',
    "python -c \"open('build/x', 'w')\"",
    'node -e 1',
    'npm install',
    'npm run build',
    'make',
    'npx tsc',
    'npx eslint --fix .',
    'npx vitest run -u',
    'npx jest --json --outputFile=build/x',
    'sh gen.sh',
    './gen.sh',
    'eval "rm x"',
    'bash -c "rm x"',
    'echo $(rm x)',
    'echo "`rm x`"',
    'echo "$(cat $(rm x))"',
    'cat <(rm x)',
    "echo '<<E'\nrm x\nE",
    "cat <<'E' > build/x\na\nE",
    "# don't\n> build/x\necho '",
    "echo $'\\'; rm x; \\''",
    'cat() { rm x; }; cat',
    'PATH=/tmp/bin ls',
    'PATH=/tmp/bin; ls',
    'npm_config_script_shell=/tmp/x npm test',
    'ls && unknown-program',
    'p=\'BEGIN{print 1 > "build/x"}\'; awk "$p"',
    'p=\'BEGIN{print 1 > "build/x"}\'; awk "${p}" a',
    'set -- \'print 1 > "build/x"\'; awk "{$1}" a',
    'p="1w build/x"; sed -n "$p" a',
    'p="w build/x"; sed "${p}" a',
    'for PATH in ./bin; do cat x; done',
    'printf -v PATH %s ./bin; cat x',
    'read PATH < f; cat x',
    'read -r NODE_OPTIONS < f; npm test',
    'local PATH=./bin; cat x',
    'node -r ./evil.js --test',
    'node --import ./evil.mjs --test',
    'node --test --test-reporter=./evil.mjs',
    'npm test --script-shell=./evil.sh',
    'npm test --userconfig=rc',
    'npm test -- --require ./evil.js',
    'make test SHELL=./evil',
    'make test --eval=x',
    'npx vitest run --config evil.ts',
    'npx vitest run --reporter=./evil.js',
    'pytest -p evil',
    'npx eslint --rulesdir x .',
    'go test -exec ./evil ./...',
    'cargo test --config x',
    `${'ls;'.repeat(2000)} rm x`,
  ])('%j', (line) => expect(mayWrite(line, NONE)).toBe(true));
});

describe('what the checks run themselves', () => {
  const allowed = programsOfChecks(['echo x >> ran; sh t.sh', 'make gen', 'npm test'], ({ name }) =>
    name === 'test' ? 'node scripts/all.js --fast' : undefined,
  );

  it.each(['sh t.sh', './t.sh', 'bash -x t.sh; echo $?', 'make gen', 'node scripts/all.js --fast | tail -3'])(
    '%j does not count as writing',
    (line) => expect(mayWrite(line, allowed)).toBe(false),
  );

  it.each(['sh t.sh --fix', 'make', 'node scripts/all.js', 'sh t.sh > build/x', 'sh t.sh; rm x'])('%j does', (line) =>
    expect(mayWrite(line, allowed)).toBe(true),
  );
});
