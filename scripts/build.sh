#!/bin/sh
# The npm package on Node. CommonJS in six files: what Claude Code starts at every stop, what judges a stop if it is to
# be judged, what people type, the parser for a configuration that is not plain JSON, what tells others of a decision,
# and telemetry. Every further file on the way of the hook, Node's loader for ES modules, and code it
# does not need would cost it milliseconds.
# The Agent SDK stays a dependency: its licence does not allow a copy in what we publish.
set -eu
cd "$(dirname "$0")/.."
rm -f dist/*.js dist/*.cjs dist/*.map
bundle() {
  from=$1 to=$2
  shift 2
  bun build "$from" --outfile "dist/$to.cjs" --target node --format cjs --minify-whitespace --minify-syntax \
    --external '@anthropic-ai/claude-agent-sdk' "$@"
}
# Where one of the files loads another, the bundler is told to leave that alone, and the name is put right.
loads() {
  file=dist/$1.cjs source=$2 part=$3
  sed -i.bak -E "s#import\(\"[^\"]*$source\"\)#Promise.resolve(require(\"./$part.cjs\"))#g" "$file"
  rm "$file.bak"
  grep -q "require(\"./$part.cjs\")" "$file"
}
jsonc=jsonc-parser/lib/esm/main.js
judge='--external ./src/hook/judge-bundle.ts' deliver='--external ./src/deliver/deliver-bundle.ts'
bundle src/hook/judge-bundle.ts judge
bundle src/deliver/deliver-bundle.ts deliver --external ./src/deliver/otel.ts
bundle src/deliver/otel.ts telemetry
bundle src/cli.ts cli $judge $deliver
# Short names, here alone: every event compiles this file, and they take a third of it.
bundle src/main.ts ccc --minify-identifiers --external ./src/cli.ts $judge $deliver --external "$jsonc"
bundle "node_modules/$jsonc" jsonc
loads cli /judge-bundle.ts judge
loads cli /deliver-bundle.ts deliver
loads ccc /judge-bundle.ts judge
loads ccc /deliver-bundle.ts deliver
loads deliver /otel.ts telemetry
loads ccc /cli.ts cli
loads ccc "$jsonc" jsonc
chmod +x dist/ccc.cjs
