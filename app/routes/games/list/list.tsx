import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { GameRow } from '~/app/components/GameRow'
import { Main } from '~/app/components/Main'
import { Pagination } from '~/app/components/Pagination'
import { useText } from '~/app/islands/runtime/text'
import { page } from '~/app/request/page'
import { pageNumber } from '~/app/request/paging'
import styles from '~/app/styles/patterns/home.css?url'

const ROWS = 20

export const links = () => [{ rel: 'stylesheet', href: styles }]

/** Running and coming games by their end, then the ended ones, newest first (behaviour.md 13.4). */
export const loader = page(async ({ services, ctx, url, t }) => {
  const number = pageNumber(url.searchParams.get('page'))
  const { data, total } = await services.games.catalogue(ctx, { count: ROWS, skip: (number - 1) * ROWS })
  const pages = Math.max(1, Math.ceil(total / ROWS))
  if (number > pages) throw redirect(`/games?page=${pages}`)
  return { title: t('games:title'), games: data, total, number, pages, now: ctx.now.getTime() }
})

export default function GameList() {
  const { title, games, total, number, pages, now } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <Main>
      <div className="page-head">
        <h1>{title}</h1>
        {total > 0 && <span className="sub">{t('games:list.total', { count: total })}</span>}
      </div>
      {total === 0 ? (
        <EmptyState title={t('games:list.empty')}>{t('games:list.empty_hint')}</EmptyState>
      ) : (
        <ul className="game-list panel">
          {games.map((game) => (
            <li key={game.id}>
              <GameRow game={game} now={now} />
            </li>
          ))}
        </ul>
      )}
      <div className="table-foot">
        <span>{total > 0 && t('games:list.utc')}</span>
        <Pagination page={number} pages={pages} href={(to) => `/games?page=${to}`} />
      </div>
    </Main>
  )
}
