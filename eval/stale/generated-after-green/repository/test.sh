. ./option.sh
fail() { echo "not ok: $1"; exit 1; }
has_option verbose || fail verbose
has_option output || fail output
has_option quiet || fail quiet
has_option nonsense && fail nonsense
echo "4 checks passed"
