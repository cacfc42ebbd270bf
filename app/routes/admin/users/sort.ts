import { USER_ORDERS, type UserOrder } from '~/server/users/contract'

export interface Sort {
  order: UserOrder
  reversed: boolean
}

/** Order of `?sort=`: a name, descending with a minus before it; default: last visit first. */
export function sortOf(asked: string | null): Sort {
  const reversed = asked?.startsWith('-') ?? false
  const order = USER_ORDERS.find((one) => one === (reversed ? asked?.slice(1) : asked))
  return order ? { order, reversed } : { order: 'visit', reversed: false }
}

export const sortText = ({ order, reversed }: Sort): string | null =>
  order === 'visit' && !reversed ? null : `${reversed ? '-' : ''}${order}`
