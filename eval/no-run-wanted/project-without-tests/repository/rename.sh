#!/bin/sh
# rename.sh FOLDER: spaces in file names become dashes
set -eu
for file in "$1"/*' '*; do
  [ -e "$file" ] || continue
  name=$(basename "$file" | tr " " "-")
  mv -n "$file" "$1/$name"
done
