import type { ReactNode } from 'react'
import { Banner } from '~/app/components/Banner'
import { type Blood, Pennant } from '~/app/components/game/Pennant'
import { PlayerName } from '~/app/components/game/PlayerName'
import { CircleCheckIcon, CircleXIcon, HourglassIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { REACHED } from '~/app/components/scrollable'
import { useText } from '~/app/i18n/text'
import { fromWire } from '~/scoring/rules'
import { LISTED } from '~/server/submissions/constants'
import type { SolverList, TryList } from '~/server/submissions/contract'
import { usePage } from '../page'
import { PARTS } from '../query'
import { hoursAndMinutes, useNumber } from '../words'

export function PartTabs({ solved }: { solved: number | undefined }) {
  const t = useText()
  const number = useNumber()
  const { query, link } = usePage()
  return (
    <nav className="tabs" aria-label={t('challenges:part.label')}>
      {PARTS.map((part) => (
        <a
          key={part}
          {...link({ ...query, part, page: 1 })}
          aria-current={query.part === part ? 'page' : undefined}
        >
          {t(`challenges:part.${part}`)}
          {part === 'solvers' && solved !== undefined && <span className="count">{number(solved)}</span>}
        </a>
      ))}
    </nav>
  )
}

interface ListPartProps {
  /** Null while they are being fetched. */
  tries: TryList | null
  solvers: SolverList | null
  failed: string | null
  onRetry(): void
  teamId: number
  now: number
}

export function ListPart({ tries, solvers, failed, onRetry, teamId, now }: ListPartProps) {
  const t = useText()
  const { query } = usePage()
  const list = query.part === 'tries' ? tries : solvers
  return (
    <section className="dialog-body part" aria-label={t(`challenges:part.${query.part}`)} {...REACHED}>
      {failed !== null && !list && (
        <Banner
          tone="bad"
          inline
          action={
            <button type="button" className="btn sm" onClick={onRetry}>
              {t('common:try_again')}
            </button>
          }
        >
          {failed || t('challenges:part.not_loaded')}
        </Banner>
      )}
      {failed === null && !list && (
        <p className="muted" role="status">
          {t('challenges:loading')}
        </p>
      )}
      {list?.total === 0 && <p className="muted">{t(`challenges:part.no_${query.part}`)}</p>}
      {query.part === 'tries' && tries && tries.total > 0 && (
        <Listed total={tries.total} size={LISTED.tries}>
          <Tries list={tries} now={now} />
        </Listed>
      )}
      {query.part === 'solvers' && solvers && solvers.total > 0 && (
        <Listed total={solvers.total} size={LISTED.solvers}>
          <Solvers list={solvers} teamId={teamId} />
        </Listed>
      )}
    </section>
  )
}

function Listed({ total, size, children }: { total: number; size: number; children: ReactNode }) {
  const t = useText()
  const { query, link } = usePage()
  const { page } = query
  const pages = Math.ceil(total / size)
  return (
    <>
      {children}
      {pages > 1 && (
        <nav className="row" aria-label={t('common:pages.label')}>
          {page > 1 && (
            <a className="btn sm" rel="prev" {...link({ ...query, page: Math.min(page - 1, pages) })}>
              {t('common:pages.previous')}
            </a>
          )}
          {page < pages && (
            <a className="btn sm" rel="next" {...link({ ...query, page: page + 1 })}>
              {t('common:pages.next')}
            </a>
          )}
        </nav>
      )}
    </>
  )
}

const MARKS = {
  Accepted: { icon: CircleCheckIcon, tone: 'ok' },
  WrongAnswer: { icon: CircleXIcon, tone: 'bad' },
  NotFound: { icon: CircleXIcon, tone: 'bad' },
  FlagSubmitted: { icon: HourglassIcon, tone: 'muted' }
} as const

function Tries({ list, now }: { list: TryList; now: number }) {
  const t = useText()
  return (
    <table className="tries">
      <thead className="sr">
        <tr>
          {(['number', 'verdict', 'time', 'flag', 'who'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`challenges:part.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.data.map(({ id, number, time, userName, flag, status }) => {
          const { icon: Mark, tone } = MARKS[status]
          return (
            <tr key={id}>
              <td className="num">{number}</td>
              <td className={tone}>
                <Mark />
                <span className="sr">{t(`challenges:part.verdict_of.${status}`)}</span>
              </td>
              <td className="num">
                <Moment time={time} now={now} />
              </td>
              <td className="flag">
                <code>{flag}</code>
              </td>
              <td className="who">{userName === null ? '–' : <bdi>{userName}</bdi>}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Solvers({ list, teamId }: { list: SolverList; teamId: number }) {
  const t = useText()
  const number = useNumber()
  const { gameId, start } = usePage()
  return (
    <table className="tries">
      <thead className="sr">
        <tr>
          {(['place', 'team', 'since_start', 'who'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`challenges:part.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.data.map(({ place, teamId: id, team, division, userName, player, time }) => (
          <tr key={id} data-own={id === teamId || undefined}>
            <td className="num">
              {place <= 3 ? (
                <Pennant blood={place as Blood} label={t(`challenges:blood.${place}`)} />
              ) : (
                number(place)
              )}
            </td>
            <td className="team">
              <a href={`/games/${gameId}/Teams/${id}`}>
                <bdi>{team}</bdi>
              </a>
              {division !== null && (
                <small className="muted">
                  {' '}
                  <bdi>{division}</bdi>
                </small>
              )}
            </td>
            <td className="num">
              <time dateTime={time} title={`${time.slice(0, 19).replace('T', ' ')} UTC`}>
                {hoursAndMinutes(fromWire(time) - start)}
              </time>
            </td>
            <td className="who">{userName === null ? '–' : <PlayerName name={userName} id={player} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
