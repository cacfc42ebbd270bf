import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { page, pathOf } from '~/app/request/page'
import type { Bare } from '~/app/request/page/shell'
import watchStyles from '~/app/styles/patterns/watch.css?url'
import { type Actor, mayIn } from '~/server/access/contract'
import { pauseAt } from '~/server/games/constants'
import { monitorLinks } from '../GrowingList'
import { MonitorFrame } from '../MonitorFrame'
import { watchedGame } from '../monitor-lists'
import { WatchActions } from './WatchActions'
import { HealthCells, Tiles } from './WatchFigures'
import { WatchLists } from './WatchLists'
import { WatchVerdict } from './WatchVerdict'

export const links = () => [...monitorLinks(), { rel: 'stylesheet', href: watchStyles }]

export const loader = page('watch', async (args) => {
  const { services, ctx, t, actor } = args
  const { game, counts, now, running } = await watchedGame(args)
  const watch = await services.watching.of(ctx, game.id)
  const isWall = args.url.searchParams.get('view') === 'wall'
  return {
    title: `${t('monitor:tab.Watch')} · ${game.title}`,
    ...{ game, counts, now, watch },
    isAdmin: mayIn(actor, game.id, 'challenges'),
    mayWrite: mayIn(actor, game.id, 'tickets'),
    pause: running && mayIn(actor, game.id, 'pause') ? pausePage(game.id, actor) : null,
    pausedUntil: running ? (pauseAt(game.pause, now)?.until ?? null) : null,
    isWall,
    bare: isWall ? wallOf(game.id) : null
  }
})

/** Without script the pages load themselves again after these seconds. */
const RELOAD_SECONDS = 15

/** The wall is read, not used: it has no shell. */
const wallOf = (game: number): Bare => ({
  className: 'wall',
  refresh: { after: RELOAD_SECONDS, to: `/games/${game}/monitor/Watch?view=wall` }
})

/** Who may not change the settings pauses on the page of the staff. */
const pausePage = (game: number, actor: Actor | null) =>
  `/admin/games/${game}/${mayIn(actor, game, 'settings') ? 'Info' : 'Staff'}#pause`

export const action = form({
  act: 'watch',
  schema: z.object({ matter: z.string().min(1).max(64) }),
  async run(args) {
    const { services, ctx, input, params } = args
    await services.watching.take(ctx, idOf(params.id), input.matter)
    return redirectWith(pathOf(args), { tone: 'ok', key: 'gamewatch:taken' })
  }
})

export default function WatchPage() {
  const { game, counts, now, watch, isAdmin, mayWrite, pause, pausedUntil, isWall } =
    useLoaderData<typeof loader>()
  const state = useFormState()
  const t = useText()
  return (
    <MonitorFrame
      game={game}
      tab="Watch"
      counts={counts}
      now={now}
      isWall={isWall}
      actions={
        <WatchActions
          gameId={game.id}
          here={watch.here}
          isPaused={pausedUntil !== null}
          {...{ mayWrite, pause, isWall }}
        />
      }
    >
      {!isWall && (
        <noscript>
          <meta httpEquiv="refresh" content={String(RELOAD_SECONDS)} />
        </noscript>
      )}
      <FormMessage state={state} />
      <div className="game-watch" data-game-watch={watch.at} data-wall={isWall || undefined}>
        <WatchVerdict watch={watch} gameId={game.id} {...{ isAdmin, pausedUntil }} />
        <section aria-label={t('gamewatch:health.title')} data-fresh="health">
          <HealthCells health={watch.health} at={watch.at} />
        </section>
        <section aria-label={t('gamewatch:tile.title')} data-fresh="tiles">
          <Tiles tiles={watch.tiles} health={watch.health} />
        </section>
        {!isWall && (
          <div data-fresh="lists">
            <WatchLists watch={watch} gameId={game.id} />
          </div>
        )}
      </div>
    </MonitorFrame>
  )
}
