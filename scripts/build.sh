#!/bin/sh
# The npm package on Node. One CommonJS file: every further file, and Node's loader for ES modules, would cost the hook
# milliseconds at each stop. The Agent SDK stays a dependency: its licence does not allow a copy in what we publish.
set -eu
cd "$(dirname "$0")/.."
rm -f dist/*.js dist/*.cjs dist/*.map
bun build src/main.ts --outfile dist/ccc.cjs --target node --format cjs --minify-whitespace --minify-syntax \
  --external '@anthropic-ai/claude-agent-sdk'
chmod +x dist/ccc.cjs
