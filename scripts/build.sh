#!/bin/sh
# The npm package on Node: one chunk for each lazily loaded part; the Agent SDK stays a dependency (its licence).
set -eu
cd "$(dirname "$0")/.."
rm -f dist/*.js dist/*.map
bun build src/main.ts --outdir dist --target node --format esm --splitting --sourcemap=linked \
  --minify-whitespace --minify-syntax \
  --external '@anthropic-ai/claude-agent-sdk/core' --external '@anthropic-ai/claude-agent-sdk'
chmod +x dist/main.js
