#!/bin/sh
# Prints the section of CHANGELOG.md for a tag (v1.2.3), or fails if the tag, package.json and CHANGELOG.md disagree.
set -eu
cd "$(dirname "$0")/.."
tag=$1
version=$(node -p 'require("./package.json").version')
if [ "$tag" != "v$version" ]; then
  echo "the tag is $tag, but the version in package.json is $version" >&2
  exit 1
fi
# From the heading "## [1.2.3] - date", without it, to the next one. Compared as text: a dot is a dot.
notes=$(awk -v heading="## [$version]" '/^## / { inside = index($0, heading) == 1; next } inside' CHANGELOG.md)
if [ -z "$(printf %s "$notes" | tr -d '[:space:]')" ]; then
  echo "CHANGELOG.md has no section \"## [$version] - date\"" >&2
  exit 1
fi
printf '%s\n' "$notes"
