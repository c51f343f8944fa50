#!/bin/sh
# The npm package on Node. CommonJS in four files: what Claude Code starts at every stop, what judges a stop if it is to
# be judged, what people type, and the parser for a configuration that is not plain JSON. Every further file on the way of the hook, Node's loader for ES modules, and code it
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
bundle src/hook/judge-bundle.ts judge
bundle src/cli.ts cli --external ./src/hook/judge-bundle.ts
bundle src/main.ts ccc --external ./src/cli.ts --external ./src/hook/judge-bundle.ts --external "$jsonc"
bundle "node_modules/$jsonc" jsonc
loads cli /judge-bundle.ts judge
loads ccc /judge-bundle.ts judge
loads ccc /cli.ts cli
loads ccc "$jsonc" jsonc
chmod +x dist/ccc.cjs
