import type { GameCopy } from './contract'
import type { Exported } from './export'

interface Timed {
  availableAt?: string | null
}

interface Manifest {
  game: { title: string; hidden: boolean; start: string; end: string; writeupDeadline: string }
  challenges: { pricedHints?: Timed[] | null }[]
  notices: unknown[]
}

/**
 * An exported game as a new one, without its notices. Writeups are due as long after
 * the end, and hints come as long after the start, as in the game itself.
 */
export function asNewGame(exported: Exported, { title, hidden, start, end }: GameCopy): Exported {
  const manifest = JSON.parse(exported.manifest.toString()) as Manifest
  const { game, challenges } = manifest
  const grace = Date.parse(game.writeupDeadline) - Date.parse(game.end)
  const later = start.getTime() - Date.parse(game.start)
  const hint = ({ availableAt, ...rest }: Timed) => ({
    ...rest,
    ...(availableAt && { availableAt: new Date(Date.parse(availableAt) + later).toISOString() })
  })
  const copy = {
    ...manifest,
    game: {
      ...game,
      title,
      start,
      end,
      hidden,
      writeupDeadline: new Date(end.getTime() + Math.max(0, grace))
    },
    challenges: challenges.map((one) => ({ ...one, pricedHints: one.pricedHints?.map(hint) })),
    notices: []
  }
  return { ...exported, title, manifest: Buffer.from(JSON.stringify(copy)) }
}
