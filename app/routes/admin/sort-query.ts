/** `?sort=` of a list: one of its orders, descending with a minus before it. Null for anything else. */
export function readSort<Order extends string>(
  requested: string | null,
  orders: readonly Order[]
): { order: Order; reversed: boolean } | null {
  const reversed = requested?.startsWith('-') ?? false
  const order = orders.find((one) => one === (reversed ? requested?.slice(1) : requested))
  return order ? { order, reversed } : null
}
