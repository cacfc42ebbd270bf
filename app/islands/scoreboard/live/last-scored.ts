import type { BoardState } from '~/scoring/rules'

/** When anything was last scored, in Unix milliseconds; null when nothing was. */
export function lastScoredIn({ teams }: BoardState): number | null {
  let newest: number | null = null
  for (const { solves, awards } of teams.values())
    for (const last of [solves.at(-1), awards.at(-1)])
      if (last && (newest === null || last.at > newest)) newest = last.at
  return newest
}
