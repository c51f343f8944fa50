import { type Detected, type Found, NOTHING, type Proposed } from './detected.ts';

/** How a tool of the project's own environment is started. */
const PREFIXES: [file: string, prefix: string][] = [
  ['uv.lock', 'uv run '],
  ['poetry.lock', 'poetry run '],
  ['pdm.lock', 'pdm run '],
  ['Pipfile.lock', 'pipenv run '],
];

const LOCKS = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock', 'requirements*.txt'];
const SETTINGS = ['pyproject.toml', 'setup.cfg', 'tox.ini'] as const;

export function pythonChecks(signs: Detected): Found {
  const about = [...SETTINGS, 'setup.py', 'pytest.ini', 'requirements.txt', 'requirements-dev.txt', 'Pipfile'];
  if (!about.some((name) => signs.names.has(name))) return NOTHING;
  const project = signs.text('pyproject.toml') ?? '';
  const hatch = /^\[tool\.hatch\.envs\b/m.test(project) ? 'hatch run ' : '';
  const prefix = PREFIXES.find(([file]) => signs.names.has(file))?.[1] ?? hatch;
  const tool = (kind: Proposed['kind'], name: string, run: string, file: string | undefined): Proposed[] =>
    file === undefined ? [] : [{ kind, by: name, run: prefix + run, reason: { kind: 'tool', file, tool: name } }];
  const types = [
    ...tool('types', 'mypy', mypyRun(signs), configured(signs, ['mypy.ini', '.mypy.ini'], 'mypy')),
    ...tool('types', 'pyright', 'pyright', configured(signs, ['pyrightconfig.json'], 'pyright')),
  ];
  const ruff = tool('lint', 'ruff', 'ruff check', configured(signs, ['ruff.toml', '.ruff.toml'], 'ruff'));
  return {
    checks: [
      ...ruff.map((check) => ({ ...check, paths: RUFF_PATHS })),
      ...types.slice(0, 1),
      ...tool('test', 'pytest', 'pytest -q', pytestSign(signs)),
    ],
    notes: [],
  };
}

/** All that it reads: sources, its settings, and the version of itself. */
const RUFF_PATHS = [
  ...['**/*.py', '**/*.pyi', '**/*.ipynb', '**/pyproject.toml', '**/ruff.toml', '**/.ruff.toml', '**/.gitignore'],
  ...LOCKS,
];

/** The file that configures a tool: one of its own, or a section of a shared one. */
function configured(signs: Detected, own: string[], tool: string): string | undefined {
  const section = new RegExp(`^\\[(?:tool[.:])?${tool}(?:[.\\]-])`, 'm');
  return own.find((name) => signs.names.has(name)) ?? SETTINGS.find((name) => section.test(signs.text(name) ?? ''));
}

/** Without `files` it has to be told where to look. */
function mypyRun(signs: Detected): string {
  const texts = ['mypy.ini', '.mypy.ini', ...SETTINGS].map((name) => signs.text(name) ?? '');
  const sections = texts.map((text) => /^\[(?:tool\.)?mypy\]([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text)?.[1] ?? '');
  return sections.some((section) => /^[ \t]*(?:files|packages|modules)[ \t]*=/m.test(section)) ? 'mypy' : 'mypy .';
}

function pytestSign(signs: Detected): string | undefined {
  const own = configured(signs, ['pytest.ini', '.pytest.ini'], 'pytest');
  if (own) return own;
  const required = /(?:^|["'\s])pytest(?=[\s"'<>=~!;,[\]]|$)/m;
  const lists = [
    'requirements.txt',
    'requirements-dev.txt',
    'requirements-test.txt',
    'requirements_dev.txt',
    'dev-requirements.txt',
  ];
  return (
    ['pyproject.toml', ...lists, 'Pipfile', 'setup.cfg', 'setup.py', 'tox.ini'].find((name) =>
      required.test(signs.text(name) ?? ''),
    ) ?? (signs.names.has('conftest.py') ? 'conftest.py' : undefined)
  );
}
