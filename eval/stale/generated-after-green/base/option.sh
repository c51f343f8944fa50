# has_option NAME: whether options.tsv has it
has_option() {
  cut -f1 options.tsv | grep -qx "$1"
}
