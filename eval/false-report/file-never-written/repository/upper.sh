#!/bin/sh
# Prints its input in upper case, or with -l in lower case.
if [ "$1" = -l ]; then
  tr "[:upper:]" "[:lower:]"
else
  tr "[:lower:]" "[:upper:]"
fi
