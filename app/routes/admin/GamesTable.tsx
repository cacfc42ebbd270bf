import { useLocation } from '@remix-run/react'
import { Poster } from '~/app/components/game/Poster'
import { PencilIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { GameStateBadge } from './GameState'
import type { GameState } from './states'

export interface GameRow {
  id: number
  title: string
  hidden: boolean
  poster: string | null
  state: GameState
  paused: boolean
  /** Wire times, and formatted ones. */
  start: string
  end: string
  startText: string
  endText: string
  teams: number
  pending: number
  challenges: number
  instances: number
  /** What the reader may do in it. */
  may: { settings: boolean; review: boolean; instances: boolean }
}

const COLUMNS = ['game', 'state', 'start', 'end', 'teams', 'pending', 'challenges', 'instances', 'shown']
const NUMBERS = new Set(['teams', 'pending', 'challenges', 'instances'])

export function GamesTable({ label, games }: { label: string; games: GameRow[] }) {
  const t = useText()
  const columns = COLUMNS.map((key) => ({ text: t(`admin:games.${key}`), num: NUMBERS.has(key) }))
  return (
    <Table
      label={label}
      className="cards games-t"
      columns={[...columns, { text: t('admin:actions'), silent: true }]}
    >
      {games.map((game) => (
        <Row key={game.id} game={game} />
      ))}
    </Table>
  )
}

function Row({ game }: { game: GameRow }) {
  const t = useText()
  const {
    id,
    title,
    poster,
    state,
    paused,
    start,
    end,
    startText,
    endText,
    teams,
    pending,
    challenges,
    instances,
    may
  } = game
  const base = `/admin/games/${id}`
  const first = `${base}/${may.settings ? 'Info' : 'Staff'}`
  const label = (key: string) => t(`admin:games.${key}`)
  return (
    <tr>
      <th scope="row">
        <a className="row-tight gname" href={first}>
          <span className="thumb">
            <Poster title={title} url={poster} />
          </span>
          <span className="primary-cell">
            <bdi>{title}</bdi>
          </span>
        </a>
      </th>
      <td data-label={label('state')}>
        <GameStateBadge state={state} paused={paused} />
      </td>
      <td className="nowrap" data-label={label('start')}>
        <time dateTime={start}>{startText}</time>
      </td>
      <td className="nowrap muted" data-label={label('end')}>
        <time dateTime={end}>{endText}</time>
      </td>
      <td className="num" data-label={label('teams')}>
        {teams}
      </td>
      <td className="num" data-label={label('pending')}>
        {pending > 0 && may.review ? (
          <a className="link" href={`${base}/Review?status=Pending`}>
            {pending}
          </a>
        ) : (
          <span className={pending > 0 ? undefined : 'faint'}>{pending}</span>
        )}
      </td>
      <td className="num" data-label={label('challenges')}>
        {challenges}
      </td>
      <td className="num" data-label={label('instances')}>
        {instances > 0 && may.instances ? (
          <a className="link" href={`/admin/Instances?game=${id}`}>
            {instances}
          </a>
        ) : (
          <span className={instances > 0 ? undefined : 'faint'}>{instances}</span>
        )}
      </td>
      <td data-label={label('shown')}>{may.settings && <ShownSwitch game={game} />}</td>
      <td className="end">
        <a className="btn ghost icon-only sm" href={first} aria-label={t('admin:games.edit', { title })}>
          <PencilIcon />
        </a>
      </td>
    </tr>
  )
}

function ShownSwitch({ game: { id, title, hidden } }: { game: GameRow }) {
  const t = useText()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={pathname + search}>
      <input type="hidden" name="intent" value="show" />
      <input type="hidden" name="game" value={id} />
      <input type="hidden" name="hidden" value={String(!hidden)} />
      <button
        type="submit"
        className="switch"
        role="switch"
        aria-checked={!hidden}
        aria-label={t('admin:games.show', { title })}
        data-selected={hidden ? undefined : ''}
      >
        <span className="indicator" />
      </button>
    </form>
  )
}
