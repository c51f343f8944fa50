import { describe, expect, it } from 'vitest';
import { commandParts } from '../../../../src/evidence/commands/parts.ts';

const isOwn = (command: string) => commandParts(command).find(({ kind }) => kind === 'test')?.isOutputOwn;

describe('what a run printed is not known beside', () => {
  it.each([
    'cat old.log 2>x',
    'cat old.log > /dev/stdout',
    'cat old.log &> /dev/tty',
    'cat old.log > >(cat)',
    'true > /dev/null | cat old.log 2> /dev/null',
    'cat old.log 1>&2 2>/dev/null',
    'X=a; X="# pass 2"; echo "$X"; X=b',
    'X="# pass 2"; read X < f; echo "$X"',
    'echo *',
    'echo {a,b}',
    'printf "# "; echo "pass 2"',
    'echo -ne "# pass"',
    'echo "# pass $(cat n)"',
    'echo "# pass $?"',
    'f() { cat old.log; }; f',
    'cd() { cat old.log; }; cd x',
    './print.sh',
    'lint.sh',
    'git stash pop',
    'git log -1',
    'ls',
    'pwd',
    'npm run show',
    'npx eslint . | tail -5 old.log',
    'npx eslint . | sed "s/x/# pass 2/"',
    'set -x',
    'exec cat old.log',
    'rm -v old.log',
    'cd -',
  ])('%s', (other) => {
    expect(isOwn(`npm test 2>&1 | tail -3; ${other}`)).toBe(false);
  });
  it.each(['old.log', '$LOG', '"$(ls)"'])('a log that may be another file: %s', (file) =>
    expect(isOwn(`npm test > t.log; tail ${file}`)).toBe(false),
  );
  it('a log that was sent elsewhere meanwhile', () => {
    expect(isOwn('LOG=a; npm test > $LOG; LOG=b; tail $LOG')).toBe(false);
    expect(isOwn('(sleep 1; cp b t.log) & npm test > t.log; tail t.log')).toBe(false);
    expect(isOwn('npm test > t.log; node x.js > t.log; tail t.log')).toBe(false);
    expect(isOwn('npm test > t.log; sort -o t.log old.log; tail t.log')).toBe(false);
    expect(isOwn('npm test > t.log; uniq old.log t.log; tail t.log')).toBe(false);
  });
});

describe('what a run printed is its own beside', () => {
  it.each([
    'cd "/a folder/b"',
    'export A=1 B="two words"',
    'true',
    'echo "=== done ==="',
    'echo "exit: $?"',
    'rc=$?; echo "status $rc"; exit $rc',
    'rm -rf dist/ && mkdir -p dist',
    'sleep 2',
    'date +%H:%M:%S',
    'git add -A',
    'git status --short',
    'npx eslint .',
    'npm run lint 2>&1 | tail -5',
    'git diff | wc -l',
    'cat a.txt > b.txt',
    'curl -s localhost > /dev/null 2>&1',
    'source .venv/bin/activate',
    'npm ci',
    'for i in 1 2; do echo "turn $i"; done',
    'NAME=api; echo "part $NAME"',
  ])('%s', (other) => expect(isOwn(`${other}\nnpm test 2>&1 | tail -3`)).toBe(true));
  it.each([
    'npm test > t.log 2>&1; tail -5 t.log',
    'npm test > /tmp/t.log 2>&1; rc=$?; tail -5 /tmp/t.log; rm /tmp/t.log; exit $rc',
    'LOG=/tmp/t.log; npm test > $LOG 2>&1; grep -E "pass|fail" "$LOG"',
    'npm test > t.log 2>&1; npm run lint > l.log 2>&1; cat t.log',
    'npm test 2>&1 | tee t.log | tail -5',
    'npm test > t.log 2>&1; cd /elsewhere; cat < /b/t.log; true',
  ])('%s', (command) => expect(isOwn(command)).toBe(!command.includes('/b/')));
});
