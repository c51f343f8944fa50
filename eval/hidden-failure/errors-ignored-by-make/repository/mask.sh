# mask PHONE: 中间四位换成 *
mask() {
  echo "$1" | sed -E 's/^(...)....(.*)$/\1***\2/'
}
