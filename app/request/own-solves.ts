import { placeOf } from '~/app/islands/scoreboard/marks'
import type { BloodPlace } from '~/app/islands/scoreboard/props'
import type { BoardItem, BoardTeam } from '~/scoring'

/** A solve of the reader's team, as its line on the board that everybody sees has it. */
export interface OwnSolve {
  /** Id of the submission. */
  id: number
  challenge: number
  title: string
  points: number
  place: BloodPlace
  /** The member who sent the flag; the team if the board names no member. */
  who: string
  /** Unix milliseconds. */
  at: number
}

/** Newest first; without those of challenges that are not on the board. */
export function ownSolvesOf(challenges: BoardTeam['challenges'], item: BoardItem): OwnSolve[] {
  const titles = new Map(
    Object.values(challenges)
      .flat()
      .map(({ id, title }) => [id, title])
  )
  const solves = item.solvedChallenges.flatMap(
    ({ id, score, type, userName, time, submissionId }): OwnSolve[] => {
      const title = titles.get(id)
      if (title === undefined) return []
      const of = { challenge: id, title, points: score, place: placeOf(type) }
      return [{ id: submissionId, ...of, who: userName ?? item.name, at: Date.parse(time) }]
    }
  )
  return solves.sort((a, b) => b.at - a.at || b.id - a.id)
}
