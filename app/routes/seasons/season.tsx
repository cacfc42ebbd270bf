import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Banner } from '~/app/components/Banner'
import { EmptyState } from '~/app/components/EmptyState'
import { Main } from '~/app/components/shell/Main'
import { ListFoot } from '~/app/components/table/ListFoot'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { hrefWith, pageFrom, pageNumber } from '~/app/request/paging'
import styles from '~/app/styles/patterns/season.css?url'
import { SEASON_LIMITS } from '~/server/seasons/constants'
import type { SeasonTeam, SeasonView } from '~/server/seasons/contract'
import { Rules } from './Rules'

export const links = () => [{ rel: 'stylesheet', href: styles }]

/** The page is the same for everybody (docs/rules/seasons.md#page). */
export const loader = page(async ({ services, params, url }) => {
  const id = idOf(params.id)
  const requested = url.searchParams.get('page')
  const parts: SeasonView[] = []
  const { rows, ...place } = await pageFrom(requested, SEASON_LIMITS.rows, async (part) => {
    const view = await services.seasons.one(id, part)
    parts.push(view)
    return view
  })
  if (pageNumber(requested) > place.pages) throw redirect(hrefWith(url, { page: String(place.pages) }))
  const { data: _, ...season } = parts.at(-1)!
  return { title: season.title, season, teams: rows, place }
})

type Season = Omit<SeasonView, 'data'>

function Head({ games }: Pick<Season, 'games'>) {
  const t = useText()
  const { number, day } = useFormat()
  return (
    <thead>
      <tr>
        <th scope="col" className="num">
          {t('seasons:column.place')}
        </th>
        <th scope="col">{t('seasons:column.team')}</th>
        <th scope="col" className="num">
          {t('seasons:column.points')}
        </th>
        {games.map(({ id, title, start, weight, counted }) => (
          <th key={id} scope="col" className="num game">
            <a className="link" href={`/games/${id}`}>
              <bdi>{title}</bdi>
            </a>
            <span className="sub">
              <time dateTime={start}>{day(new Date(start))}</time>
              {weight !== 1 && <> · {t('seasons:weight', { weight: number(weight) })}</>}
              {!counted && <> · {t('seasons:not_counted')}</>}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A team's points from a game; a result that does not count is struck through, and named as such. */
function Cell({ result, team }: { result: SeasonTeam['results'][number] | undefined; team: number }) {
  const t = useText()
  const { number } = useFormat()
  if (!result) return <td className="num faint">–</td>
  const { game, place, points, counted } = result
  return (
    <td className="num">
      {counted ? (
        number(points)
      ) : (
        <s>
          {number(points)} <span className="sr">{t('seasons:left_out')}</span>
        </s>
      )}
      <a className="sub link" href={`/games/${game}/Teams/${team}`}>
        {t('seasons:place', { place: number(place) })}
      </a>
    </td>
  )
}

function Standing({ season: { title, games }, teams }: { season: Season; teams: SeasonTeam[] }) {
  const { number } = useFormat()
  return (
    <TableWrap label={title}>
      <table className="table season">
        <Head games={games} />
        <tbody>
          {teams.map(({ place, team, points, results }) => (
            <tr key={team.id}>
              <td className="num">{number(place)}</td>
              <th scope="row">
                <bdi>{team.name}</bdi>
              </th>
              <td className="num">
                <b>{number(points)}</b>
              </td>
              {games.map(({ id }) => (
                <Cell key={id} team={team.id} result={results.find(({ game }) => game === id)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}

function Games({ games }: Pick<Season, 'games'>) {
  const t = useText()
  const { range } = useFormat()
  return (
    <ul className="season-games">
      {games.map(({ id, title, start, end, counted }) => (
        <li key={id}>
          <a className="link" href={`/games/${id}`}>
            <bdi>{title}</bdi>
          </a>{' '}
          <span className="muted">
            {range(new Date(start), new Date(end))} · {t(counted ? 'seasons:counted' : 'seasons:not_counted')}
          </span>
        </li>
      ))}
    </ul>
  )
}

export default function SeasonPage() {
  const { season, teams, place } = useLoaderData<typeof loader>()
  const t = useText()
  const call = `/api/season/${season.id}`
  return (
    <Main>
      <div className="page-head">
        <h1>
          <bdi>{season.title}</bdi>
        </h1>
        <span className="sub">{t('seasons:label')}</span>
        {teams.length > 0 && (
          <div className="actions">
            <a className="btn sm" href={`${call}/csv`} download>
              {t('statistics:csv')}
            </a>
            <a className="btn sm" href={call}>
              {t('statistics:json')}
            </a>
          </div>
        )}
      </div>
      <div className="stack-16">
        {season.pending && <Banner announce={false}>{t('seasons:pending')}</Banner>}
        {teams.length > 0 ? (
          <Standing season={season} teams={teams} />
        ) : (
          <>
            <EmptyState title={t('seasons:empty')}>{t('seasons:empty_text')}</EmptyState>
            <Games games={season.games} />
          </>
        )}
        <ListFoot place={place} label="admin:place" />
        <Rules season={season} />
      </div>
    </Main>
  )
}
