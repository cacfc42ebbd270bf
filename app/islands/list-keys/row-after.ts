/**
 * The row one gets to from `here` (-1: from none) by one step of 1 or -1; -1 when the list is empty. Both ends hold.
 */
export function rowAfter(here: number, by: number, count: number): number {
  if (count === 0) return -1
  if (here < 0) return by > 0 ? 0 : count - 1
  return Math.min(Math.max(here + by, 0), count - 1)
}
