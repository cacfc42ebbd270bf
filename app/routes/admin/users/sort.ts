import { USER_ORDERS, type UserOrder } from '~/server/users/contract'
import { readSort } from '../sort-query'

export interface Sort {
  order: UserOrder
  reversed: boolean
}

/** By default the last visit comes first. */
export function sortOf(requested: string | null): Sort {
  return readSort(requested, USER_ORDERS) ?? { order: 'visit', reversed: false }
}

export const sortText = ({ order, reversed }: Sort): string | null =>
  order === 'visit' && !reversed ? null : `${reversed ? '-' : ''}${order}`
