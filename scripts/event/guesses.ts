import { createHash } from 'node:crypto'
import type { SeedEvent, SeedSolve } from '~/server/seed'

/** One flag that a team sends. */
export interface Step {
  /** Milliseconds of the event's own time. */
  at: number
  /** Index in the event's teams. */
  team: number
  /** Index in the event's challenges. */
  challenge: number
  flag: string
  right: boolean
}

/** How long before the right flag a wrong guess comes, at most, in milliseconds of the event. */
const LEAD_MS = 180_000

/**
 * The flags that these solves need, with wrong guesses before about a third of them, in order of time. The same
 * event has the same guesses whenever it is played.
 */
export function stepsOf(event: SeedEvent, solves: readonly SeedSolve[]): Step[] {
  const steps = solves.flatMap(({ team, challenge, at }) => {
    const { flag, title } = event.challenges[challenge]!
    const random = createHash('sha256')
      .update(JSON.stringify([event.teams[team]!.name, title]))
      .digest()
    const wrong = random[0]! < 64 ? 1 : random[0]! < 80 ? 2 : 0
    const right: Step = { at, team, challenge, flag, right: true }
    const guesses = Array.from({ length: wrong }, (_, index): Step => {
      const lead = (LEAD_MS * (wrong - index) * (1 + random[1 + index]!)) / (wrong * 256)
      const flag = `flag{guess_${random.toString('hex', 4 + 4 * index, 8 + 4 * index)}}`
      return {
        at: Math.max(Math.round(at - lead), Math.min(event.start, at)),
        team,
        challenge,
        flag,
        right: false
      }
    })
    return [...guesses, right]
  })
  return steps.sort((a, b) => a.at - b.at)
}
