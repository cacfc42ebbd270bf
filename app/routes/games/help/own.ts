import { redirectWith } from '~/app/request/flash'
import { idOf } from '~/app/request/ids'
import type { UserPageArgs } from '~/app/request/page'
import gameStyles from '~/app/styles/patterns/game.css?url'
import helpStyles from '~/app/styles/patterns/help.css?url'

export const helpLinks = () => [gameStyles, helpStyles].map((href) => ({ rel: 'stylesheet', href }))

/**
 * The game of which somebody reads the team's help. Read after what the page shows, so that its bar no longer counts that.
 * @throws Response back to the game's page for who does not take part (docs/rules/interface.md#pages-and-roles)
 */
export async function ownGame({ services, ctx, params }: UserPageArgs) {
  const id = idOf(params.id)
  const { content: _, ...game } = await services.games.one(ctx, id)
  if (!game.member) throw redirectWith(`/games/${id}`, { tone: 'warn', key: 'games:back.not_participating' })
  return game
}
