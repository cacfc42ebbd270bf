import type { BoardState } from '~/scoring/rules'

/** Unix milliseconds of the last score; null without one. */
export function lastScoredIn({ teams }: BoardState): number | null {
  let newest: number | null = null
  for (const { solves, awards } of teams.values())
    for (const last of [solves.at(-1), awards.at(-1)])
      if (last && (newest === null || last.at > newest)) newest = last.at
  return newest
}
