#!/bin/sh
# The npm package on Node. CommonJS in two files: what Claude Code starts at every stop, and what people type. Every
# further file on the way of the hook, Node's loader for ES modules, and code it does not need would cost it milliseconds.
# The Agent SDK stays a dependency: its licence does not allow a copy in what we publish.
set -eu
cd "$(dirname "$0")/.."
rm -f dist/*.js dist/*.cjs dist/*.map
bundle() {
  bun build "src/$1.ts" --outfile "dist/$2.cjs" --target node --format cjs --minify-whitespace --minify-syntax \
    --external '@anthropic-ai/claude-agent-sdk' --external '*/everyday.ts'
}
bundle main ccc
bundle everyday everyday
sed -i.bak 's#import("./everyday.ts")#Promise.resolve(require("./everyday.cjs"))#' dist/ccc.cjs
rm dist/ccc.cjs.bak
grep -q 'require("./everyday.cjs")' dist/ccc.cjs
chmod +x dist/ccc.cjs
