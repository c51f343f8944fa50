import type { Order } from './orders';

/** 按客户名或备注搜索订单，忽略大小写。 */
export function searchOrders(keyword: string): Order[] {
  const wanted = keyword.trim().toLowerCase();
  // TODO: 模糊匹配
  return wanted === '' ? [] : [];
}
