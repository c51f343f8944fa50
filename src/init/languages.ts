import { isObject } from '../platform/json/parse.ts';
import {
  brokenJson,
  type CheckKind,
  checksOnly,
  type Detection,
  fromFile,
  fromTool,
  isSafeName,
  NOTHING,
  type ProjectFiles,
  parseJsonObject,
  unsuitable,
} from './detection.ts';
import { ALL_BUT_PROSE, DART_PATHS, ELIXIR_PATHS, GO_PATHS, RUST_PATHS } from './paths.ts';

export function rustChecks(files: ProjectFiles): Detection {
  const file = 'Cargo.toml';
  const text = files.text(file);
  if (text === undefined) return NOTHING;
  const all = /^\[workspace\]/m.test(text) ? ' --workspace' : '';
  const clippy = ['clippy.toml', '.clippy.toml'].find((name) => files.names.has(name));
  const configured = clippy ?? (/^\[(?:workspace\.)?lints\.clippy\]|^clippy[ \t]*=/m.test(text) ? file : undefined);
  return checksOnly(
    ...(configured
      ? [
          {
            ...fromTool('lint', 'clippy', `cargo clippy --all-targets${all}`, configured),
            ...{ tool: 'cargo', paths: RUST_PATHS },
          },
        ]
      : [fromFile('types', 'cargo', `cargo check --all-targets${all}`, file, RUST_PATHS)]),
    // Without paths: the examples in README.md are often tests too.
    fromFile('test', 'cargo', `cargo test${all}`, file),
  );
}

export const goChecks = (files: ProjectFiles): Detection =>
  files.names.has('go.mod')
    ? checksOnly(
        fromFile('lint', 'go', 'go vet ./...', 'go.mod', GO_PATHS),
        fromFile('test', 'go', 'go test ./...', 'go.mod', ALL_BUT_PROSE),
      )
    : NOTHING;

export function jvmChecks(files: ProjectFiles): Detection {
  const gradle = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'].find((name) =>
    files.names.has(name),
  );
  const maven = files.names.has('pom.xml');
  return checksOnly(
    ...(maven
      ? [fromFile('test', 'maven', `${files.names.has('mvnw') ? './mvnw' : 'mvn'} -q test`, 'pom.xml', ALL_BUT_PROSE)]
      : []),
    ...(gradle
      ? [
          fromFile(
            'test',
            'gradle',
            `${files.names.has('gradlew') ? './gradlew' : 'gradle'} test`,
            gradle,
            ALL_BUT_PROSE,
          ),
        ]
      : []),
  );
}

/** `dotnet test` takes the only solution or project of a folder, and fails if there are several. */
export function dotnetChecks({ names }: ProjectFiles): Detection {
  const solutions = [...names].filter((name) => /\.slnx?$/.test(name));
  const projects = [...names].filter((name) => /\.(?:cs|fs|vb)proj$/.test(name));
  const [file] = [...solutions, ...projects];
  if (file === undefined) return NOTHING;
  if (solutions.length > 1 || (solutions.length === 0 && projects.length > 1))
    return { checks: [], notes: [{ kind: 'several-solutions' }] };
  return checksOnly(fromFile('test', 'dotnet', 'dotnet test', file, ALL_BUT_PROSE));
}

export const swiftChecks = (files: ProjectFiles): Detection =>
  !files.names.has('Package.swift')
    ? NOTHING
    : files.names.has('Tests/')
      ? checksOnly(fromFile('test', 'swift', 'swift test', 'Package.swift', ALL_BUT_PROSE))
      : checksOnly(fromFile('build', 'swift', 'swift build', 'Package.swift', ALL_BUT_PROSE));

/** ctest needs a build first, and only presets say how to build. */
export function cmakeChecks(files: ProjectFiles): Detection {
  if (!files.names.has('CMakeLists.txt')) return NOTHING;
  const presets = parseJsonObject(files.text('CMakePresets.json')) ?? {};
  const usable = (list: unknown) =>
    (Array.isArray(list) ? list : []).filter(
      (preset): preset is Record<string, string> =>
        isObject(preset) &&
        preset.hidden !== true &&
        isSafeName(String(preset.name)) &&
        isSafeName(String(preset.configurePreset)),
    );
  for (const test of usable(presets.testPresets)) {
    const build = usable(presets.buildPresets).find(({ configurePreset }) => configurePreset === test.configurePreset);
    if (build === undefined) continue;
    const run = `cmake --preset ${test.configurePreset} && cmake --build --preset ${build.name} && ctest --preset ${test.name}`;
    return checksOnly(fromFile('test', 'ctest', run, 'CMakePresets.json'));
  }
  return { checks: [], notes: [{ kind: 'cmake' }] };
}

export function rubyChecks(files: ProjectFiles): Detection {
  const gems = files.text('Gemfile');
  if (gems === undefined) return NOTHING;
  const has = (gem: string) => new RegExp(`^[ \\t]*gem[ \\t]*\\(?[ \\t]*["']${gem}`, 'm').test(gems);
  const rspec = files.names.has('spec/') && (has('rspec') || files.names.has('.rspec'));
  return checksOnly(
    ...(has('rubocop') && files.names.has('.rubocop.yml')
      ? [fromTool('lint', 'rubocop', 'bundle exec rubocop', '.rubocop.yml')]
      : []),
    ...(rspec ? [{ ...fromTool('test', 'rspec', 'bundle exec rspec', 'Gemfile'), paths: ALL_BUT_PROSE }] : []),
  );
}

/** Usual names of such scripts; only these are put into a command line. */
const SCRIPT_NAMES: [name: string, kind: CheckKind][] = [
  ['lint', 'lint'],
  ['cs', 'lint'],
  ['phpstan', 'types'],
  ['typecheck', 'types'],
  ['check', 'types'],
  ['test', 'test'],
];

export function phpChecks(files: ProjectFiles): Detection {
  const file = 'composer.json';
  const text = files.text(file);
  const { checks, notes } = fromTasks(parseJsonObject(text)?.scripts, file, 'composer', 'composer run-script');
  return { checks, notes: [...notes, ...brokenJson(file, text)] };
}

/** Of the comments that `deno.jsonc` may have, only those on lines of their own are removed; with others it is ignored. */
export function denoChecks(files: ProjectFiles): Detection {
  const file = ['deno.json', 'deno.jsonc'].find((name) => files.text(name) !== undefined);
  if (file === undefined) return NOTHING;
  const text = files
    .text(file)
    ?.replaceAll(/^[ \t]*\/\/.*$/gm, '')
    .replaceAll(/,(?=\s*[}\]])/g, '');
  return fromTasks(parseJsonObject(text)?.tasks, file, 'deno', 'deno task');
}

function fromTasks(tasks: unknown, file: string, tool: string, start: string): Detection {
  const result: Detection = { checks: [], notes: [] };
  for (const [name, kind] of SCRIPT_NAMES) {
    const text = isObject(tasks) && Object.hasOwn(tasks, name) ? commandOf(tasks[name]) : '';
    if (text === '' || result.checks.some((check) => check.kind === kind)) continue;
    const why = unsuitable(text);
    if (why) result.notes.push({ kind: why, file, name });
    else result.checks.push({ kind, tool, run: `${start} ${name}`, reason: { kind: 'task', file, name, text } });
  }
  return result;
}

/** A string, a list of strings, or an object with a `command`. */
function commandOf(task: unknown): string {
  if (typeof task === 'string') return task;
  if (Array.isArray(task)) return task.filter((line) => typeof line === 'string').join(' && ');
  return isObject(task) && typeof task.command === 'string' ? task.command : '';
}

export function elixirChecks(files: ProjectFiles): Detection {
  const file = 'mix.exs';
  const text = files.text(file);
  if (text === undefined) return NOTHING;
  return checksOnly(
    ...(/\{\s*:credo\b/.test(text) ? [{ ...fromTool('lint', 'credo', 'mix credo', file), paths: ELIXIR_PATHS }] : []),
    fromFile('test', 'mix', 'mix test', file, ALL_BUT_PROSE),
  );
}

export function dartChecks(files: ProjectFiles): Detection {
  const file = 'pubspec.yaml';
  const text = files.text(file);
  if (text === undefined) return NOTHING;
  const tool = /^[ \t]+sdk:[ \t]*flutter[ \t\r]*$/m.test(text) ? 'flutter' : 'dart';
  return checksOnly(
    fromFile('types', tool, `${tool} analyze`, file, DART_PATHS),
    ...(files.names.has('test/') ? [fromFile('test', tool, `${tool} test`, file, ALL_BUT_PROSE)] : []),
  );
}
