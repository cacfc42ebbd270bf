import { useLoaderData } from '@remix-run/react'
import ceremonyIsland from '~/app/islands/ceremony'
import { Island } from '~/app/islands/runtime/island'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import type { Bare } from '~/app/request/page/shell'
import ceremonyStyles from '~/app/styles/patterns/ceremony.css?url'
import projectorStyles from '~/app/styles/patterns/projector.css?url'

export const links = () => [projectorStyles, ceremonyStyles].map((href) => ({ rel: 'stylesheet', href }))

/** Seconds between two polls without script. */
const POLL_SECONDS = 3

/** The hall screen, for everybody who sees the game (docs/rules/freeze.md#ceremony). */
export const loader = page(async ({ services, ctx, params, t }) => {
  const id = idOf(params.id)
  const [game, scene] = await Promise.all([services.games.one(ctx, id), services.ceremonies.scene(ctx, id)])
  const bare: Bare = {
    className: 'projector reveal',
    refresh: { after: POLL_SECONDS, to: `/games/${id}/Reveal` }
  }
  const { title, poster } = game
  return {
    title: `${t('ceremony:title')} · ${title}`,
    hall: { gameId: id, title, poster, leave: `/games/${id}/Scoreboard`, scene },
    bare
  }
})

export default function Reveal() {
  const { hall } = useLoaderData<typeof loader>()
  return <Island of={ceremonyIsland} props={hall} />
}
