#!/bin/sh
# Prints its input in upper case.
tr "[:lower:]" "[:upper:]"
