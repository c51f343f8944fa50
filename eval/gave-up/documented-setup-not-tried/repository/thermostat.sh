# heating TEMPERATURE: on below the target
heating() {
  if [ "$1" -lt "$TARGET" ]; then echo on; else echo off; fi
}
