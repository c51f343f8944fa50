import { isObject } from '../platform/json/parse.ts';
import { type Detected, type Found, isPlain, type Kind, NOTHING, objectIn, type Proposed } from './detected.ts';

const fromFile = (kind: Kind, by: string, run: string, file: string): Proposed => ({
  kind,
  by,
  run,
  reason: { kind: 'file', file },
});

const found = (...checks: Proposed[]): Found => ({ checks, notes: [] });

export function rustChecks(signs: Detected): Found {
  const file = 'Cargo.toml';
  const text = signs.text(file);
  if (text === undefined) return NOTHING;
  const all = /^\[workspace\]/m.test(text) ? ' --workspace' : '';
  const clippy = ['clippy.toml', '.clippy.toml'].find((name) => signs.names.has(name));
  const asked = clippy ?? (/^\[(?:workspace\.)?lints\.clippy\]|^clippy[ \t]*=/m.test(text) ? file : undefined);
  return found(
    ...(asked
      ? [{ ...fromFile('lint', 'cargo', `cargo clippy --all-targets${all}`, asked), reason: clippyReason(asked) }]
      : [fromFile('types', 'cargo', `cargo check --all-targets${all}`, file)]),
    fromFile('test', 'cargo', `cargo test${all}`, file),
  );
}

const clippyReason = (file: string) => ({ kind: 'tool' as const, file, tool: 'clippy' });

export const goChecks = (signs: Detected): Found =>
  signs.names.has('go.mod')
    ? found(fromFile('lint', 'go', 'go vet ./...', 'go.mod'), fromFile('test', 'go', 'go test ./...', 'go.mod'))
    : NOTHING;

export function jvmChecks(signs: Detected): Found {
  const gradle = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'].find((name) =>
    signs.names.has(name),
  );
  const maven = signs.names.has('pom.xml');
  return found(
    ...(maven ? [fromFile('test', 'maven', `${signs.names.has('mvnw') ? './mvnw' : 'mvn'} -q test`, 'pom.xml')] : []),
    ...(gradle
      ? [fromFile('test', 'gradle', `${signs.names.has('gradlew') ? './gradlew' : 'gradle'} test`, gradle)]
      : []),
  );
}

/** `dotnet test` takes the one solution or project of a folder; of several it takes none. */
export function dotnetChecks({ names }: Detected): Found {
  const solutions = [...names].filter((name) => /\.slnx?$/.test(name));
  const projects = [...names].filter((name) => /\.(?:cs|fs|vb)proj$/.test(name));
  const [file] = [...solutions, ...projects];
  if (file === undefined) return NOTHING;
  if (solutions.length > 1 || (solutions.length === 0 && projects.length > 1))
    return { checks: [], notes: [{ kind: 'several-solutions' }] };
  return found(fromFile('test', 'dotnet', 'dotnet test', file));
}

export const swiftChecks = (signs: Detected): Found =>
  !signs.names.has('Package.swift')
    ? NOTHING
    : signs.names.has('Tests/')
      ? found(fromFile('test', 'swift', 'swift test', 'Package.swift'))
      : found(fromFile('build', 'swift', 'swift build', 'Package.swift'));

/** ctest tests what was built; how that is done, only presets say. */
export function cmakeChecks(signs: Detected): Found {
  if (!signs.names.has('CMakeLists.txt')) return NOTHING;
  const presets = objectIn(signs.text('CMakePresets.json')) ?? {};
  const usable = (list: unknown) =>
    (Array.isArray(list) ? list : []).filter(
      (preset): preset is Record<string, string> =>
        isObject(preset) &&
        preset.hidden !== true &&
        isPlain(String(preset.name)) &&
        isPlain(String(preset.configurePreset)),
    );
  for (const test of usable(presets.testPresets)) {
    const build = usable(presets.buildPresets).find(({ configurePreset }) => configurePreset === test.configurePreset);
    if (build === undefined) continue;
    const run = `cmake --preset ${test.configurePreset} && cmake --build --preset ${build.name} && ctest --preset ${test.name}`;
    return found(fromFile('test', 'ctest', run, 'CMakePresets.json'));
  }
  return { checks: [], notes: [{ kind: 'cmake' }] };
}
