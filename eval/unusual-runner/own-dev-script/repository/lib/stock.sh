#!/bin/sh
# in_stock FILE SKU：库存大于零
in_stock() {
  awk -v sku="$2" '$1 == sku && $2 > 0 { found = 1 } END { exit !found }' "$1"
}
