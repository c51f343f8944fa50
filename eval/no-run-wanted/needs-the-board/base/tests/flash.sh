#!/bin/sh
[ -c /dev/ttyUSB9 ] || { echo "no board on /dev/ttyUSB9" >&2; exit 77; }
