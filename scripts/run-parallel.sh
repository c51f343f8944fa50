#!/bin/sh
# Runs the npm scripts named as arguments at once, prints the output of each when it has ended, and fails if one did.
set -eu
cd "$(dirname "$0")/.."
out=$(mktemp -d)
running=
# Interrupted: what was started ends too.
trap 'rm -rf "$out"' EXIT
trap 'kill $running 2>/dev/null || :; exit 130' INT TERM HUP
for script; do
  npm run -s "$script" >"$out/$script" 2>&1 &
  running="$running $!"
done
failed=
for script; do
  # shellcheck disable=SC2086
  set -- $running
  wait "$1" || failed="$failed $script"
  shift
  running="$*"
  cat "$out/$script"
done
[ -z "$failed" ] || { echo "failed:$failed" >&2; exit 1; }
