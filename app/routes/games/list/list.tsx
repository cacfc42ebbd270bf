import { redirect } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { GameRow } from '~/app/components/game/GameRow'
import { ZoneLine } from '~/app/components/game/ZoneLine'
import { Main } from '~/app/components/shell/Main'
import { Pagination } from '~/app/components/table/Pagination'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import { hrefWith, pageNumber } from '~/app/request/paging'
import { SeasonLinks } from '~/app/routes/games/SeasonLinks'
import styles from '~/app/styles/patterns/home.css?url'
import { GAME_SIZES, GAME_STATES } from '~/server/games/contract'
import { ListTools } from './ListTools'

const ROWS = 20

export const links = () => [{ rel: 'stylesheet', href: styles }]

const oneOf = <T extends string>(known: readonly T[], requested: string | null): T | null =>
  known.find((one) => one === requested) ?? null

/** Running and coming games by their end, then ended ones, newest first (docs/rules/games.md#lists). */
export const loader = page(async ({ services, ctx, url, t }) => {
  const { searchParams } = url
  const number = pageNumber(searchParams.get('page'))
  const filter = {
    state: oneOf(GAME_STATES, searchParams.get('state')),
    size: oneOf(GAME_SIZES, searchParams.get('size'))
  }
  const part = { count: ROWS, skip: (number - 1) * ROWS }
  const [{ data, total }, seasons] = await Promise.all([
    services.games.catalogue(ctx, { ...filter, ...part }),
    services.seasons.links()
  ])
  const pages = Math.max(1, Math.ceil(total / ROWS))
  if (number > pages) throw redirect(hrefWith(url, { page: String(pages) }))
  const own = await services.games.registrations(
    ctx,
    data.map(({ id }) => id)
  )
  const games = data.map((game) => ({ game, own: own.get(game.id) }))
  const now = ctx.now.getTime()
  return { title: t('games:title'), games, seasons, filter, total, number, pages, now }
})

export default function GameList() {
  const { title, games, seasons, filter, total, number, pages, now } = useLoaderData<typeof loader>()
  const t = useText()
  const here = useLocation()
  const filtered = filter.state !== null || filter.size !== null
  return (
    <Main>
      <div className="page-head">
        <h1>{title}</h1>
        {total > 0 && <span className="sub">{t('games:list.total', { count: total })}</span>}
      </div>
      <div className="stack-16">
        <SeasonLinks seasons={seasons} />
        {(total > 0 || filtered) && <ListTools filter={filter} />}
      </div>
      {total === 0 ? (
        <EmptyState title={t(filtered ? 'games:list.none_fits' : 'games:list.empty')}>
          {filtered ? <a href="/games">{t('games:list.show_all')}</a> : t('games:list.empty_hint')}
        </EmptyState>
      ) : (
        <ul className="game-list large panel">
          {games.map(({ game, own }) => (
            <li key={game.id}>
              <GameRow {...{ game, own, now }} />
            </li>
          ))}
        </ul>
      )}
      <div className="table-foot">
        <span>{total > 0 && <ZoneLine />}</span>
        <Pagination page={number} pages={pages} href={(to) => hrefWith(here, { page: String(to) })} />
      </div>
    </Main>
  )
}
