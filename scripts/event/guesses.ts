import { createHash } from 'node:crypto'
import type { SeedEvent, SeedSolve } from '~/server/event-import'

/** A flag that a team sends; `at` in milliseconds of the event, team and challenge by index. */
export interface Step {
  at: number
  team: number
  challenge: number
  flag: string
  right: boolean
}

/** The longest time between a wrong guess and the right flag, in milliseconds of the event. */
const LEAD_MS = 180_000

/**
 * The flags of these solves, with wrong guesses before about a third of them, in order of time. An event always gets the
 * same guesses.
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
