import type { Scoreboard } from '~/scoring/rules'
import { NEVER } from '~/server/platform/time'

/** The board as CTFtime reads it (https://ctftime.org/json-scoreboard-feed). Times are Unix seconds. */
export interface CtftimeFeed {
  tasks: string[]
  standings: {
    pos: number
    team: string
    score: number
    taskStats: Record<string, { points: number; time: number }>
    /** Absent for a team without a solve. */
    lastAccept?: number
  }[]
}

const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)

/** Titles by challenge; tasks are told apart by their names, so equal titles get a number. */
function taskNames(board: Scoreboard): Map<number, string> {
  const taken = new Set<string>()
  const names = new Map<number, string>()
  for (const { id, title } of Object.values(board.challenges).flat()) {
    let name = title
    for (let count = 2; taken.has(name); count++) name = `${title} (${count})`
    taken.add(name)
    names.set(id, name)
  }
  return names
}

export function ctftimeFeed(board: Scoreboard): CtftimeFeed {
  const names = taskNames(board)
  return {
    tasks: [...names.values()],
    standings: board.items.map(({ rank, name, score, solvedChallenges, lastSubmissionTime }) => ({
      pos: rank,
      team: name,
      score,
      taskStats: Object.fromEntries(
        solvedChallenges.flatMap(({ id, score: points, time }) => {
          const task = names.get(id)
          return task === undefined ? [] : [[task, { points, time: seconds(time) }]]
        })
      ),
      ...(lastSubmissionTime === NEVER ? {} : { lastAccept: seconds(lastSubmissionTime) })
    }))
  }
}
