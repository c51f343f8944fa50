#!/bin/sh
# One file with the runtime and the SDK inside, for the machine it is built on. Not for publishing: see README, licence.
# The two --no-compile-autoload flags keep a repository's .env and bunfig.toml from acting on the hook that is started in it.
set -eu
cd "$(dirname "$0")/.."
mkdir -p dist/bin
bun build src/main.ts --compile --bytecode --splitting --format=esm --minify \
  --no-compile-autoload-dotenv --no-compile-autoload-bunfig \
  --outfile dist/bin/ccc "$@"
