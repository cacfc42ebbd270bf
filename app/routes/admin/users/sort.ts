import { USER_ORDERS, type UserOrder } from '~/server/users/contract'

export interface Sort {
  order: UserOrder
  reversed: boolean
}

/** Order of `?sort=`: one of the names, backwards with a minus before it; else who came last is first. */
export function sortOf(asked: string | null): Sort {
  const reversed = asked?.startsWith('-') ?? false
  const order = USER_ORDERS.find((one) => one === (reversed ? asked?.slice(1) : asked))
  return order ? { order, reversed } : { order: 'visit', reversed: false }
}

/** The text that `sortOf` reads; null for the order that needs none. */
export const sortText = ({ order, reversed }: Sort): string | null =>
  order === 'visit' && !reversed ? null : `${reversed ? '-' : ''}${order}`
