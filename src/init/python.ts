import { type Detection, NOTHING, type ProjectFiles, type ProposedCheck } from './detection.ts';
import { ALL_BUT_PROSE } from './paths.ts';

/** Starts a tool in the project's own environment. */
const PREFIXES: [file: string, prefix: string][] = [
  ['uv.lock', 'uv run '],
  ['poetry.lock', 'poetry run '],
  ['pdm.lock', 'pdm run '],
  ['Pipfile.lock', 'pipenv run '],
];

const LOCKS = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock', 'requirements*.txt'];
const SETTINGS = ['pyproject.toml', 'setup.cfg', 'tox.ini'] as const;

export function pythonChecks(files: ProjectFiles): Detection {
  const about = [...SETTINGS, 'setup.py', 'pytest.ini', 'requirements.txt', 'requirements-dev.txt', 'Pipfile'];
  if (!about.some((name) => files.names.has(name))) return NOTHING;
  const project = files.text('pyproject.toml') ?? '';
  const hatch = /^\[tool\.hatch\.envs\b/m.test(project) ? 'hatch run ' : '';
  const prefix = PREFIXES.find(([file]) => files.names.has(file))?.[1] ?? hatch;
  const tool = (kind: ProposedCheck['kind'], name: string, run: string, file: string | undefined): ProposedCheck[] =>
    file === undefined ? [] : [{ kind, tool: name, run: prefix + run, reason: { kind: 'tool', file, tool: name } }];
  const types = [
    ...tool('types', 'mypy', mypyRun(files), configured(files, ['mypy.ini', '.mypy.ini'], 'mypy')),
    ...tool('types', 'pyright', 'pyright', configured(files, ['pyrightconfig.json'], 'pyright')),
  ];
  const ruff = tool('lint', 'ruff', 'ruff check', configured(files, ['ruff.toml', '.ruff.toml'], 'ruff'));
  return {
    checks: [
      ...ruff.map((check) => ({ ...check, paths: RUFF_PATHS })),
      ...types.slice(0, 1).map((check) => ({ ...check, paths: TYPE_PATHS })),
      ...tool('test', 'pytest', 'pytest -q', pytestFile(files)).map((check) =>
        testsProse(files) ? check : { ...check, paths: ALL_BUT_PROSE },
      ),
    ],
    notes: [],
  };
}

/** Everything that its result depends on: sources, settings, and its own version. */
const RUFF_PATHS = [
  ...['**/*.py', '**/*.pyi', '**/*.ipynb', '**/pyproject.toml', '**/ruff.toml', '**/.ruff.toml', '**/.gitignore'],
  ...LOCKS,
];

const TYPE_PATHS = [
  ...['**/*.py', '**/*.pyi', '**/py.typed', '**/pyproject.toml', '**/setup.cfg', '**/tox.ini'],
  ...['**/mypy.ini', '**/.mypy.ini', '**/pyrightconfig.json'],
  ...LOCKS,
];

/** Examples in documents may be run as tests. */
const testsProse = (files: ProjectFiles) =>
  ['pytest.ini', '.pytest.ini', 'conftest.py', ...SETTINGS].some((name) =>
    /doctest|sybil|\bdocs\b|\.(?:md|rst)\b/i.test(testSettings(files.text(name) ?? '')),
  );

/** Without the sections that say nothing about tests: a README is usually named in the one about the package. */
const testSettings = (text: string) =>
  text
    .split(/^(?=\[)/m)
    .filter((section) => !/^\[(?!(?:tool[.:])?pytest)/.test(section))
    .join('');

/** The file that configures a tool: its own, or a shared one with a section for it. */
function configured(files: ProjectFiles, own: string[], tool: string): string | undefined {
  const section = new RegExp(`^\\[(?:tool[.:])?${tool}(?:[.\\]-])`, 'm');
  return own.find((name) => files.names.has(name)) ?? SETTINGS.find((name) => section.test(files.text(name) ?? ''));
}

/** Unless its settings say which files to check, it has to be told. */
function mypyRun(files: ProjectFiles): string {
  const texts = ['mypy.ini', '.mypy.ini', ...SETTINGS].map((name) => files.text(name) ?? '');
  const sections = texts.map((text) => /^\[(?:tool\.)?mypy\]([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text)?.[1] ?? '');
  return sections.some((section) => /^[ \t]*(?:files|packages|modules)[ \t]*=/m.test(section)) ? 'mypy' : 'mypy .';
}

function pytestFile(files: ProjectFiles): string | undefined {
  const own = configured(files, ['pytest.ini', '.pytest.ini'], 'pytest');
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
      required.test(files.text(name) ?? ''),
    ) ?? (files.names.has('conftest.py') ? 'conftest.py' : undefined)
  );
}
