import type { GameCopy } from '../contract'
import type { Exported } from '../export'

/**
 * An exported game as a new one, without its notices. Writeups are due as long after the end, and hints come as long after the
 * start, as in the game itself.
 */
export function asNewGame({ manifest, hashes }: Exported, { title, hidden, start, end }: GameCopy): Exported {
  const { game, challenges } = manifest
  const grace = game.writeupDeadline.getTime() - game.end.getTime()
  const later = start.getTime() - game.start.getTime()
  const moved = (time: string) => new Date(Date.parse(time) + later).toISOString()
  const copy = {
    ...manifest,
    game: {
      ...game,
      ...{ title, hidden, start, end },
      writeupDeadline: new Date(end.getTime() + Math.max(0, grace))
    },
    challenges: challenges.map((one) => ({
      ...one,
      pricedHints: one.pricedHints.map((hint) => ({
        ...hint,
        ...(hint.availableAt && { availableAt: moved(hint.availableAt) })
      }))
    })),
    notices: []
  }
  return { manifest: copy, hashes }
}
