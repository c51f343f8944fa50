#!/bin/sh
# The npm package on Node. CommonJS in two files: what Claude Code starts at every stop, and what people type. Every
# further file on the way of the hook, Node's loader for ES modules, and code it does not need would cost it milliseconds.
# The Agent SDK stays a dependency: its licence does not allow a copy in what we publish.
set -eu
cd "$(dirname "$0")/.."
rm -f dist/*.js dist/*.cjs dist/*.map
bundle() {
  from=$1 to=$2
  shift 2
  bun build "src/$from.ts" --outfile "dist/$to.cjs" --target node --format cjs --minify-whitespace --minify-syntax \
    --external '@anthropic-ai/claude-agent-sdk' "$@"
}
bundle everyday everyday
bundle main ccc --external './src/everyday.ts'
sed -i.bak 's#import("./everyday.ts")#Promise.resolve(require("./everyday.cjs"))#' dist/ccc.cjs
rm dist/ccc.cjs.bak
grep -q 'require("./everyday.cjs")' dist/ccc.cjs
chmod +x dist/ccc.cjs
