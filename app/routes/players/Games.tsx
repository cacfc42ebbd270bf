import { useId } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { MAX_GAMES } from '~/server/players/constants'
import type { GameView } from './player-view'

/** Of the other teams, those that one left behind, from 0 to 1; null without others. */
const betterThan = ({ rank, teams }: { rank: number; teams: number }) =>
  teams > 1 ? (teams - rank) / (teams - 1) : null

export function Games({ games }: { games: readonly GameView[] }) {
  const t = useText()
  const id = useId()
  if (games.length === 0) return null
  return (
    <section className="player-games" aria-labelledby={id}>
      <h2 id={id}>{t('players:games')}</h2>
      <Course games={games} />
      <TableWrap label={t('players:games')}>
        <table className="table cards">
          <thead>
            <tr>
              <th scope="col">{t('players:game')}</th>
              <th scope="col">{t('players:when')}</th>
              <th scope="col" className="num">
                {t('teampage:figure.rank')}
              </th>
              <th scope="col" className="num">
                {t('players:better')}
              </th>
              <th scope="col" className="num">
                {t('players:figure.solves')}
              </th>
              <th scope="col" className="num">
                {t('teampage:figure.score')}
              </th>
            </tr>
          </thead>
          <tbody>
            {games.map((game) => (
              <Row key={game.id} game={game} />
            ))}
          </tbody>
        </table>
      </TableWrap>
      {games.length >= MAX_GAMES && <p className="hint">{t('players:games_most', { most: MAX_GAMES })}</p>}
    </section>
  )
}

function Row({ game }: { game: GameView }) {
  const t = useText()
  const { number, percent, day } = useFormat()
  const { result } = game
  const better = result && betterThan(result)
  return (
    <tr>
      <th scope="row">
        <span className="row-tight">
          <Avatar name={game.title} url={game.poster} size="s24" />
          <span className="primary-cell">
            <a href={`/games/${game.id}`}>
              <bdi>{game.title}</bdi>
            </a>
            <span className="sub">
              <a href={`/games/${game.id}/Teams/${game.teamId}`}>
                <bdi>{game.team}</bdi>
              </a>
            </span>
          </span>
        </span>
      </th>
      <td className="muted" data-label={t('players:when')}>
        {game.ended ? (
          <time dateTime={new Date(game.start).toISOString()}>{day(new Date(game.start))}</time>
        ) : (
          <Badge tone="accent">{t('players:running')}</Badge>
        )}
      </td>
      {result ? (
        <>
          <td className="num" data-label={t('teampage:figure.rank')}>
            <b>{number(result.rank)}</b>{' '}
            <span className="faint">{t('teampage:of', { total: number(result.teams) })}</span>
          </td>
          <td className="num" data-label={t('players:better')}>
            {better === null ? '–' : percent(Math.floor(better * 100) / 100)}
          </td>
          <td className="num" data-label={t('players:figure.solves')}>
            {number(game.solves)}
          </td>
          <td className="num" data-label={t('teampage:figure.score')}>
            {number(result.score)}
          </td>
        </>
      ) : (
        <td colSpan={4} className="muted">
          {t('players:not_ready')}
        </td>
      )}
    </tr>
  )
}

const [WIDTH, HEIGHT, EDGE] = [100, 32, 3]

/** Ranks over the games, the first place on top; the table has them in words. */
function Course({ games }: { games: readonly GameView[] }) {
  const t = useText()
  const shares = games
    .map(({ result }) => result && betterThan(result))
    .filter((share) => share !== null)
    .toReversed()
  if (shares.length < 2) return null
  const x = (index: number) => Math.round((index * WIDTH * 10) / (shares.length - 1)) / 10
  const y = (share: number) => Math.round((EDGE + (1 - share) * (HEIGHT - 2 * EDGE)) * 10) / 10
  return (
    <figure className="player-course">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <polyline points={shares.map((share, index) => `${x(index)},${y(share)}`).join(' ')} />
      </svg>
      <figcaption className="hint">{t('players:course')}</figcaption>
    </figure>
  )
}
