import { USER_ORDERS, type UserOrder } from '~/server/users/contract'

export interface Sort {
  order: UserOrder
  reversed: boolean
}

/** Order of `?sort=`: a name, descending with a minus before it; default: last visit first. */
export function sortOf(requested: string | null): Sort {
  const reversed = requested?.startsWith('-') ?? false
  const order = USER_ORDERS.find((one) => one === (reversed ? requested?.slice(1) : requested))
  return order ? { order, reversed } : { order: 'visit', reversed: false }
}

export const sortText = ({ order, reversed }: Sort): string | null =>
  order === 'visit' && !reversed ? null : `${reversed ? '-' : ''}${order}`
