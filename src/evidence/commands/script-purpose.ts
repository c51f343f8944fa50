import type { ShellWords } from '../../platform/shell.ts';
import { type Purpose, purpose } from './purpose.ts';
import { targetsIn, withoutOptions } from './targets.ts';
import { kindOfTaskName } from './task-names.ts';
import { byTaskName, isKind } from './task-purpose.ts';

export const TEST_FILE =
  /(?:^|\/)(?:tests?|spec|__tests__)\/|(?:^|[/._-])(?:test|tests|spec|specs)(?:[._-][\w.-]*)?\.\w+$|(?:^|\/)run-?_?tests?\b|(?:^|\/)t\/[\w/-]+\.t$/i;

const INTERPRETER =
  /^(?:node|tsx|ts-node|bun|deno|python\d?(?:\.\d+)?|pypy\d?|ruby|php|perl|bash|sh|zsh|fish|java|lua|luajit|Rscript|R|julia|clj|clojure|pwsh|powershell|elixir|escript|groovy|dart|swift)$/;
const INLINE = /^(?:-e|-c|-p|--eval|-E|-Command|-r)$/;
/** Inline code that runs the tests of a package. */
const INLINE_TESTS =
  /\b(?:Pkg\.test|devtools::(?:test|check)|testthat::test_\w+|rcmdcheck|run_test\w*|unittest\.main|pytest\.main)\b/;

/** Interpreters whose inline code is mostly a look at something, and can print what it likes. */
const PRINTS_ANYTHING = /^(?:node|tsx|ts-node|bun|deno|py\w*[\d.]*|ruby|php|perl|lua|luajit)$/;

/** Inline code without one of these can run neither a test nor another program. */
const STARTS_PROGRAMS =
  /test|spec|subprocess|system|popen|exec|spawn|fork|check_|child_process|\brun|`|\$\(|import\(|require\(|eval|main\(/i;

/** Without strings and comments, which start nothing. */
const withoutTexts = (code: string): string =>
  code.replaceAll(/'[^'\n]*'|"[^"\n]*"/g, "''").replaceAll(/(?:#|\/\/).*$/gm, '');

/** `node --test`, but not `node -e '…' -- --test` or `node a.js --test`: there it is an argument of that code. */
function isTestOption(args: ShellWords): boolean {
  const at = args.indexOf('--test');
  const before = args.slice(0, Math.max(0, at));
  return (
    at >= 0 &&
    !args.some((word) => /^(?:-e|--eval|-p|--print|-pe|-c|--check|-i|--interactive)$/.test(word)) &&
    before.every((word, i) => word.startsWith('-') || /^-/.test(before[i - 1] ?? '')) &&
    !before.includes('--')
  );
}

/** A file: `node test/a.js`, `python tests/run.py`, `./run-tests.sh`, `node --test`, `manage.py test`. */
export function scriptPurpose(program: string, path: string, args: ShellWords): Purpose {
  if (!INTERPRETER.test(program)) {
    // What was built or written somewhere else to try something out.
    if (/\$|\.exe$|\/te?mp\/|scratch/i.test(path)) return purpose('other', program, { isOpaque: true });
    const named = kindOfTaskName(program.replace(/\.\w+$/, ''));
    const isScript = path.includes('/') || /\.\w+$/.test(program);
    if (TEST_FILE.test(path)) return purpose('test', 'script', { targets: targetsIn(args) });
    if (isScript && isKind(named)) return purpose(named, 'script', { targets: targetsIn(args) });
    if (path === 'raco' && args[0] === 'test') return purpose('test', 'racket', { targets: targetsIn(args.slice(1)) });
    return purpose('other', program, { isOpaque: true });
  }
  const ecosystem = /^(?:node|tsx|ts-node|bun|deno)$/.test(program) ? 'js' : /^py/.test(program) ? 'python' : program;
  if (ecosystem === 'js' && isTestOption(args))
    return purpose('test', ecosystem, { targets: targetsIn(args.filter((word) => word !== '--test')) });
  if (args.some((word) => /^(?:--check|-l|-n|--syntax-check)$/.test(word))) return purpose('other', ecosystem);
  if (/^clj/.test(program))
    return byTaskName(
      ecosystem,
      args.filter((word) => /^-[MXA]:/.test(word)),
    );
  if (args.some((word) => INLINE.test(word))) {
    const code = args.join(' ');
    return INLINE_TESTS.test(code)
      ? purpose('test', ecosystem)
      : purpose('other', ecosystem, {
          isOpaque: STARTS_PROGRAMS.test(withoutTexts(code)),
          isInline: PRINTS_ANYTHING.test(program),
        });
  }
  const [named, ...rest] = withoutOptions(args);
  // Nothing but options: the code comes from standard input, or from a terminal.
  if (named === undefined) return purpose('other', ecosystem, { isOpaque: true });
  return fileOf(ecosystem, named, rest);
}

function fileOf(ecosystem: string, named: string, rest: ShellWords): Purpose {
  if (/(?:^|\/)manage\.py$/.test(named))
    return rest[0] === 'test' || rest[0] === 'check'
      ? purpose(rest[0] === 'test' ? 'test' : 'lint', ecosystem, { targets: rest.slice(1) })
      : purpose('other', ecosystem);
  if (/(?:^|\/)setup\.py$/.test(named)) {
    const kind = rest.includes('test')
      ? 'test'
      : rest.some((word) => /^(?:build\w*|install|develop|bdist\w*)$/.test(word))
        ? 'build'
        : 'other';
    return purpose(kind, ecosystem);
  }
  if (/junit-platform-console/.test(named)) return purpose('test', 'jvm');
  if (/^\/te?mp\/|scratch/i.test(named)) return purpose('other', ecosystem, { isOpaque: true });
  if (TEST_FILE.test(named)) return purpose('test', ecosystem, { targets: [named, ...targetsIn(rest)] });
  const kind = kindOfTaskName(named.replace(/\.\w+$/, '').replace(/^.*\//, ''));
  if (isKind(kind)) return purpose(kind, ecosystem, { targets: [named] });
  return purpose('other', ecosystem, { isOpaque: kind === 'unclear' });
}
