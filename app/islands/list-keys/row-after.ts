/** Index after one step of 1 or -1 from `here` (-1: none); stops at both ends; -1 for an empty list. */
export function rowAfter(here: number, by: number, count: number): number {
  if (count === 0) return -1
  if (here < 0) return by > 0 ? 0 : count - 1
  return Math.min(Math.max(here + by, 0), count - 1)
}
