export interface Random {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number
  /** Any item of a list; undefined when it is empty. */
  pick<T>(list: readonly T[]): T | undefined
}

/** TEST_SEED, or one that vitest.config.ts made up. */
export const SEED = Number(process.env.TEST_SEED)

/** Random numbers from the run's seed. Actors at the same time have a `stream` each, so that their order does not matter. */
export function createRandom(stream = 0): Random {
  // mulberry32
  let state = (SEED + Math.imul(stream, 0x9e3779b9)) | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (list) => list[below(list.length)] }
}
