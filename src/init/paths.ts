/**
 * The files on which the result of a tool depends: sources, settings, and what pins its version. Only for tools of which
 * that is known; a script of the project may read anything.
 */
export const TYPESCRIPT_PATHS = [
  '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,json}',
  ...['pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
];

export const RUST_PATHS = ['**/*.rs', '**/*.toml', '**/Cargo.lock', '.cargo/**', 'rust-toolchain'];

export const GO_PATHS = ['**/*.{go,c,cc,cpp,h,s,S}', '**/go.{mod,sum,work}', '**/go.work.sum', 'vendor/**'];

export const ELIXIR_PATHS = ['**/*.{ex,exs,heex,eex}', 'mix.lock'];

export const DART_PATHS = ['**/*.dart', '**/*.yaml', '**/pubspec.lock'];

/** For tests, which may read any file of the project: all of them, but not the prose at its top. */
export const ALL_BUT_PROSE = ['!*.md', '!docs/**', '!LICENSE'];
