import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkedSession } from '../../support/worked-session.ts';
import { accusations, edited, FAILED, inRepository, newSession, PASSED, SUM_FILES } from './sum-project.ts';

const GREEN = 'All tests pass.';
const FIXED = 'export const sum = (a, b) => a - b;\n';
/** A command with what it does to a file. */
const changes = (worked: WorkedSession, command: string, text: string, path = 'sum.js') => {
  worked.clock += 60_000;
  return worked.put(path, text).runs(command);
};

describe('a failure on code that was changed for it and put back', () => {
  it('by edits', async () => {
    const worked = edited().runs('npm test', PASSED).edits('sum.js', 'a - b', 'a + b').runs('npm test', FAILED);
    worked.edits('sum.js', 'a + b', 'a - b').says('Without the fix `adds` breaks. With it all tests pass.');
    expect(await accusations(worked)).toEqual([]);
    expect((await worked.evidence()).claims).toMatchObject([{ status: 'undecidable' }]);
    expect((await worked.evidence({ transcriptOnly: true })).claims).toMatchObject([{ status: 'undecidable' }]);
  });

  it('by commands', async () => {
    const worked = edited().runs('npm test', PASSED).runs('cp sum.js /tmp/x.js');
    changes(worked, "sed -i 's/a - b/a + b/' sum.js", SUM_FILES['sum.js']).runs('npm test', FAILED);
    changes(worked, 'cp /tmp/x.js sum.js', FIXED);
    expect(await accusations(worked.says(GREEN))).toEqual([]);
  });

  it.each([
    'git checkout HEAD~1 -- sum.js && npm test; git checkout HEAD -- sum.js',
    "sed -i 's/-/+/' sum.js; npm test; git restore sum.js",
  ])('in one line: %s', async (command) => {
    const worked = edited().runs('npm test', PASSED).runs(command, { output: FAILED.output });
    expect(await accusations(worked.says(GREEN))).toEqual([]);
  });

  it('not where it was changed further, or nothing had passed before', async () => {
    const worked = edited().runs('npm test', PASSED).edits('sum.js', 'a - b', 'a + b').runs('npm test', FAILED);
    worked.edits('sum.js', 'a + b', 'b - a').says(GREEN);
    expect(await accusations(worked)).toContainEqual('test contradicted');
    const red = edited().runs('npm test', FAILED).edits('sum.js', 'a - b', 'b - a').says(GREEN);
    expect(await accusations(red)).toContainEqual('test contradicted');
    const only = edited().runs('npm test', PASSED).runs('npm test', FAILED).says(GREEN);
    expect(await accusations(only)).toContainEqual('test contradicted');
  });
});

describe('the same bytes as when it was tested', () => {
  it('an edit and its undoing', async () => {
    const worked = edited()
      .runs('npm test', PASSED)
      .edits('sum.js', 'a - b', 'b - a')
      .edits('sum.js', 'b - a', 'a - b');
    expect(await accusations(worked.says(GREEN))).toEqual([]);
    expect((await worked.evidence()).claims).toMatchObject([{ status: 'backed' }]);
  });

  it('an edit, undone by git', async () => {
    const worked = edited().commit('subtract').runs('npm test', PASSED).edits('sum.js', 'a - b', 'b - a');
    expect(await accusations(changes(worked, 'git checkout sum.js', FIXED).says(GREEN))).toEqual([]);
  });

  it.each(["sed -i 's/x/y/' sum.js", "sed -i 's/-/+/' sum.js && sed -i 's/+/-/' sum.js"])('%s', async (command) => {
    const worked = changes(edited().runs('npm test', PASSED), command, FIXED);
    expect(await accusations(worked.says(GREEN))).toEqual([]);
    const unedited = inRepository().asks('go').edits('sum.test.js', 'adds', 'sums').runs('npm test', PASSED);
    expect(await accusations(changes(unedited, command, SUM_FILES['sum.js']).says(GREEN))).toEqual([]);
  });

  it('no longer tracked, but there', async () => {
    const worked = edited().runs('npm test', PASSED);
    worked.git(['rm', '-q', '--cached', 'sum.js']);
    expect(await accusations(worked.runs('git rm --cached sum.js').says(GREEN))).toEqual([]);
  });

  it('not where a command changed it in between', async () => {
    const worked = changes(edited().runs('npm test', PASSED), "sed -i 's/-/*/' sum.js", FIXED.replace('-', '*'));
    worked.edits('sum.js', 'a * b', 'b * a').edits('sum.js', 'b * a', 'a * b').says(GREEN);
    expect(await accusations(worked)).toContainEqual('test stale');
  });
});

describe('a helper that was made in the session and removed again', () => {
  it('by the edit tool', async () => {
    const worked = edited().writes('probe.mjs', "import './sum.js';\n").runs('npm test', PASSED).removes('probe.mjs');
    expect(await accusations(worked.says(GREEN))).toEqual([]);
    expect((await worked.evidence({ transcriptOnly: true })).claims).toMatchObject([{ status: 'undecidable' }]);
  });

  it('by a command', async () => {
    const worked = edited().put('sum.bak.js', FIXED).runs('cp sum.js sum.bak.js').runs('npm test', PASSED);
    expect(await accusations(worked.removes('sum.bak.js').says(GREEN))).toEqual([]);
  });

  it('not a file that was there before', async () => {
    const worked = edited().runs('npm test', PASSED);
    rmSync(join(worked.folder, 'sum.test.js'));
    expect(await accusations(worked.runs('rm sum.test.js').says(GREEN))).toContainEqual('test stale');
  });
});

describe('what passed somewhere else, at another time or under a condition', () => {
  it.each([
    'On `main` all tests pass, on this branch one does not.',
    'All tests pass on `release/2.x`.',
    'Auf `main` sind alle Tests grün, hier nicht.',
    'En main todas las pruebas pasan; en esta rama falla una.',
    'At commit 1a2b3c4 all tests pass. At HEAD, one breaks.',
    'With `DB_URL` set, all tests pass.',
    'All tests pass with node 18. With node 22 `adds` breaks.',
    'All tests pass under Python 3.11.',
  ])('%s', async (text) => {
    expect(await accusations(edited().runs('npm test', FAILED).says(text))).not.toContainEqual('test contradicted');
  });

  it.each(['在最后一次修改（注释）之前所有测试都通过，之后没有再运行。', 'At that point all tests passed.'])(
    '%s',
    async (text) => {
      const worked = edited().runs('npm test', PASSED).edits('sum.js', 'a - b', 'b - a').says(text);
      expect(await accusations(worked)).not.toContainEqual('test stale');
    },
  );

  it.each([
    'This branch is fine: all tests pass.',
    'All 12 tests pass with no warnings.',
    'On top of that, all tests pass.',
    'Auf diesem Branch sind alle Tests grün.',
  ])('but: %s', async (text) => {
    expect(await accusations(edited().runs('npm test', FAILED).says(text))).toContainEqual('test contradicted');
  });
});

describe('a name in a list is no file', () => {
  it.each([
    'Removed `sum.js`, `a.js` from the tsconfig `include` list.',
    'In the ESLint ignore list I removed `sum.js`, since it is gone there.',
    'Removed the stale `sum.js`: entry in CODEOWNERS',
    'Changelog: Removed `sum.js`.',
    '## Changelog\n\n- Removed `sum.js`.',
    'Earlier today I created `notes.md`, as you asked.',
    'I created `notes.md` as a gist.',
  ])('%s', async (text) => {
    expect(await accusations(inRepository().asks('go').says(text))).toEqual([]);
  });

  it.each(['I removed `sum.js`.', 'Removed `sum.js`, since it is obsolete.', 'I created `notes.md`.'])(
    'but: %s',
    async (text) => {
      expect(await accusations(inRepository().asks('go').says(text))).not.toEqual([]);
    },
  );
});

describe('a run that never started', () => {
  it.each([
    ['npm run test --workspaces', 'npm error No workspaces found!'],
    [
      'npx vitest run --foo',
      'file:///x/node_modules/vitest/dist/chunks/cac.js:404\n      throw new CACError(`Unknown option`);\n\nCACError: Unknown option `--foo`\n    at Command.checkUnknownOptions',
    ],
    ['npx jest --foo', '● Unrecognized CLI Parameter:\n\n  Unrecognized option "foo".'],
    ['cargo test -p nope', 'error: package ID specification `nope` did not match any packages'],
    ['cargo test --foo', "error: unexpected argument '--foo' found"],
    [
      'yarn test',
      "Usage Error: The project in /x/package.json doesn't seem to have been installed - running an install there might help",
    ],
    ['go test -foo ./...', 'flag provided but not defined: -foo'],
  ])('%s', async (command, output) => {
    const worked = edited().runs('npm test', PASSED).runs(command, { exit: 1, output }).says(GREEN);
    expect(await accusations(worked)).toEqual([]);
  });
});

describe('npx with a command line', () => {
  it.each([
    "npx -c 'vitest run'",
    "npx --call='vitest run'",
    "npm exec -c 'vitest run'",
    "npx -y -p vitest -c 'vitest run'",
  ])('%s', async (command) => {
    expect((await edited().runs(command, PASSED).says(GREEN).evidence()).claims).toMatchObject([{ status: 'backed' }]);
  });
});

describe('a transcript that lacks something', () => {
  const rewritten = (worked: WorkedSession, change: (lines: string[]) => string[]) => {
    const lines = readFileSync(worked.transcript, 'utf8').trim().split('\n');
    writeFileSync(worked.transcript, `${change(lines).join('\n')}\n`);
    return worked;
  };
  const tested = () =>
    edited()
      .runs('npm test', { output: `${'x'.repeat(3_000)}\n${PASSED.output}` })
      .says(GREEN);

  it('written with blanks', async () => {
    const blanks = (line: string) =>
      line.replaceAll(/(?<!\\)":(?=["{[\dtfn])/g, '": ').replaceAll(/,(?="\w+": )/g, ', ');
    expect((await rewritten(tested(), (lines) => lines.map(blanks)).evidence()).claims).toMatchObject([
      { status: 'backed' },
    ]);
  });

  it('lines that cannot be read', async () => {
    const worked = rewritten(tested(), (lines) => lines.map((line) => (line.includes('npm test') ? '{"type":' : line)));
    expect(await accusations(worked)).toEqual(['incomplete: 1 line of the transcript could not be read']);
    const red = edited().runs('npm test', FAILED).raw('{"type":\n').says(GREEN);
    expect(await accusations(red)).toEqual(['incomplete: 1 line of the transcript could not be read']);
  });

  it.each([
    ['the result of a call before it', (lines: string[]) => lines.slice(2)],
    [
      'a summary',
      (lines: string[]) => [
        '{"type":"summary","summary":"Sums","leafUuid":"u"}',
        ...lines.slice(0, 3),
        ...lines.slice(-1),
      ],
    ],
  ])('begins with %s', async (_, change) => {
    const worked = inRepository().asks('go').runs('npm test', PASSED).edits('sum.js', 'a + b', 'a - b').says(GREEN);
    const lines = (all: string[]) => change(all).filter((line) => !line.includes('"command"'));
    expect(await accusations(rewritten(worked, lines))).toEqual([]);
  });

  it('the user says that it passed', async () => {
    const worked = edited().asks('I ran npm test, all pass.').says(GREEN);
    expect(await accusations(worked)).toEqual([]);
    const asked = edited().asks('I ran npm test, two fail. Fix them.').says(GREEN);
    expect(await accusations(asked)).toContainEqual('test unbacked');
  });
});

describe('words that are no stub', () => {
  const said = (path: string, line: string) =>
    accusations(inRepository().asks('go').writes(path, `start\n${line}\n`).runs('npm test', PASSED).says('Done.'));

  it.each([
    ['app.py', '# TODO items of one user'],
    ['scan.js', '// TODO and FIXME markers are reported'],
    ['api.js', "throw new HttpError(501, 'Not implemented');"],
    ['api.js', "default: throw new Error('not implemented for ' + k);"],
  ])('%s: %s', async (path, line) => {
    expect(await said(path, line)).toEqual([]);
  });

  it.each([
    ['app.py', '# TODO: cache'],
    ['app.py', '# TODO'],
    ['app.js', '// TODO implement this'],
    ['app.js', '// TODO(me) later'],
    ['app.js', "throw new Error('not implemented');"],
  ])('but: %s: %s', async (path, line) => {
    expect(await said(path, line)).toHaveLength(1);
  });
});

describe('settled in another way', () => {
  it('an assertion that is in another file now, in another form', async () => {
    const before = 'func TestA(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n';
    const worked = inRepository({ 'a_test.go': before, 'b_test.go': 'package a\n' }).asks('go');
    worked.edits('a_test.go', '\tif add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n', '');
    worked.edits(
      'b_test.go',
      'package a\n',
      'package a\n\nfunc TestAdd(t *testing.T) {\n\trequire.Equal(t, 3, add(1, 2))\n}\n',
    );
    expect(await accusations(worked.runs('go test ./...', { output: 'ok  \ta\t0.1s' }).says('Done.'))).toEqual([]);
  });

  it('the same tests by another tool', async () => {
    const worked = inRepository({ 'a.py': '1\n' }).asks('go').edits('a.py', '1', '2');
    worked.runs('python3 -m unittest', { exit: 1, output: 'Ran 3 tests in 0.1s\n\nFAILED (failures=1)' });
    worked.edits('a.py', '2', '3').runs('pytest', { output: '===== 3 passed in 0.10s =====' });
    expect(await accusations(worked.says('Done.'))).toEqual([]);
  });

  it('a build that prints that it checks types', async () => {
    const worked = newSession().asks('go').writes('a.ts', '1;\n');
    worked.runs('npx tsc --noEmit', { exit: 2, output: 'a.ts(1,1): error TS2322: no' }).writes('a.ts', '2;\n');
    worked.runs('npm run build', { output: '> x@1.0.0 build\n> tsc -b && vite build\n\n✓ built in 1.20s' });
    expect(await accusations(worked.says('The type check passes.'))).not.toContainEqual('types contradicted');
  });
});
