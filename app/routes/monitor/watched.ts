import { redirectWith } from '~/app/request/flash'
import { idOf } from '~/app/request/ids'
import type { UserPageArgs } from '~/app/request/page'
import { phaseOf } from '~/server/games/contract'

/**
 * The game that staff looks at and what all of its pages show.
 * @throws Response back to the game's page before the start (behaviour.md 13.1)
 */
export async function watchedGame({ services, ctx, params }: UserPageArgs) {
  const id = idOf(params.id)
  const { content, ...game } = await services.games.one(ctx, id)
  const phase = phaseOf({ start: new Date(game.start), end: new Date(game.end) }, ctx.now)
  if (phase === 'before')
    throw redirectWith(`/games/${id}`, { tone: 'warn', key: 'monitor:back.not_started' })
  return {
    game,
    cheats: await services.monitoring.cheatCount(ctx, id),
    now: ctx.now.getTime(),
    /** Flags may still come. */
    moving: phase === 'running' || game.practiceMode
  }
}

/** The page of a list that was asked for, within those there are. */
export function pageWithin(asked: number, total: number, size: number) {
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(asked, pages)
  return { page, pages, skip: (page - 1) * size }
}
