import { Avatar } from '~/app/components/Avatar'
import { EmptyState } from '~/app/components/EmptyState'
import { Countdown } from '~/app/components/game/Countdown'
import { HourglassIcon } from '~/app/components/icons'
import { richText } from '~/app/components/markdown/richText'
import { Pagination } from '~/app/components/table/Pagination'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { LinedUp } from '~/server/participations/lineup'

export const LINED_UP = 60

interface LineupProps {
  gameId: number
  start: number
  now: number
  teams: LinedUp[]
  total: number
  page: number
  /** The reader's participation; null without one. */
  own: number | null
}

export function Lineup({ gameId, start, now, teams, total, page, own }: LineupProps) {
  const t = useText()
  const { countdown, number } = useFormat()
  const time = (
    <Countdown until={start} reload>
      {countdown(start - now)}
    </Countdown>
  )
  if (total === 0)
    return (
      <EmptyState icon={HourglassIcon} title={t('scoreboard:not_started')}>
        {t('scoreboard:not_started_hint')} {richText(t, 'scoreboard:starts_in', { time })}
      </EmptyState>
    )
  return (
    <div className="lineup stack-16">
      <header>
        <div>
          <h2>{t('scoreboard:lineup.title', { count: total, n: number(total) })}</h2>
          <p className="muted">
            {t('scoreboard:lineup.order')} {t('scoreboard:not_started_hint')}
          </p>
        </div>
        <p className="left">{richText(t, 'scoreboard:starts_in', { time })}</p>
      </header>
      <ol className="panel" start={teams[0]?.place}>
        {teams.map((team) => (
          <Team key={team.participationId} team={team} own={team.participationId === own} />
        ))}
      </ol>
      <Pagination
        page={page}
        pages={Math.ceil(total / LINED_UP)}
        href={(to) => `/games/${gameId}/Scoreboard${to > 1 ? `?page=${to}` : ''}`}
      />
    </div>
  )
}

function Team({
  team: { place, name, avatar, division, country: from, players },
  own
}: {
  team: LinedUp
  own: boolean
}) {
  const t = useText()
  const { number, country } = useFormat()
  return (
    <li data-own={own || undefined}>
      <span className="place">{number(place)}</span>
      <Avatar name={name} url={avatar} size="s24" />
      <span className="who">
        <bdi>{name}</bdi>
        <small>
          {from && `${country(from)} · `}
          {t('scoreboard:lineup.players', { count: players, n: number(players) })}
          {own && ` · ${t('scoreboard:lineup.own')}`}
        </small>
      </span>
      {division !== null && (
        <small className="div">
          <bdi>{division}</bdi>
        </small>
      )}
    </li>
  )
}
