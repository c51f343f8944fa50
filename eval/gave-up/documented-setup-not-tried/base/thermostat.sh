# heating TEMPERATURE: on below the target
heating() {
  if [ "$1" -le "$TARGET" ]; then echo on; else echo off; fi
}
