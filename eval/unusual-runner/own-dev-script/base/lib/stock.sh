#!/bin/sh
# in_stock FILE SKU：库存大于零
in_stock() {
  grep -q "^$2" $1
}
