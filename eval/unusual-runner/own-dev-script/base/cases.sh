. ./lib/stock.sh
printf 'A1 3\nA10 0\nB2 0\n' > stock.txt
trap 'rm -f stock.txt' EXIT
in_stock stock.txt A1 || { echo "A1 应该有货"; exit 1; }
if in_stock stock.txt A10; then echo "A10 应该没货"; exit 1; fi
if in_stock stock.txt B2; then echo "B2 应该没货"; exit 1; fi
echo "用例：3 个，全部符合"
