import { Badge } from '~/app/components/Badge'
import { ClockIcon, FlagIcon } from '~/app/components/icons'
import { Poster } from '~/app/components/Poster'
import { phaseOf } from '~/app/components/Timebar'
import { useLocale, useText } from '~/app/islands/runtime/text'
import { formatOf } from '~/app/request/format'
import type { Locale } from '~/server/accounts/contract'
import type { GameCard } from '~/server/games/contract'

/** `individual`, `any` or `limited`: keys of games:size (product.md §2, game types). */
export const sizeKey = (limit: number) =>
  limit === 1 ? 'games:size.individual' : limit === 0 ? 'games:size.any' : 'games:size.limited'

/** One game of a list: a link with poster, times, team size, teams and state. `now` is Unix milliseconds. */
export function GameRow({ game, now }: { game: GameCard; now: number }) {
  const t = useText()
  const format = formatOf(useLocale() as Locale)
  const [start, end] = [new Date(game.start), new Date(game.end)]
  return (
    <a className="game-row" href={`/games/${game.id}`}>
      <Poster title={game.title} url={game.poster} />
      <span className="gt">
        <b>
          <bdi>{game.title}</bdi>
        </b>
        <span>{game.summary}</span>
      </span>
      <span className="gd">
        <span>
          <span className="sr">{t('games:list.time')}</span>
          {format.range(start, end)}
        </span>
        <span>{t(sizeKey(game.limit), { count: game.limit })}</span>
      </span>
      <span className="gn">
        <b>{format.number(game.teamCount)}</b>
        <span>{t('games:list.teams', { count: game.teamCount })}</span>
      </span>
      <span className="gs">
        <State start={start.getTime()} end={end.getTime()} now={now} />
      </span>
    </a>
  )
}

function State({ start, end, now }: { start: number; end: number; now: number }) {
  const t = useText()
  const { span } = formatOf(useLocale() as Locale)
  const phase = phaseOf(start, end, now)
  if (phase === 'upcoming')
    return (
      <Badge tone="info" icon={ClockIcon}>
        {t('games:list.starts_in', { time: span(start - now) })}
      </Badge>
    )
  if (phase === 'ended')
    return (
      <Badge tone="outline" icon={FlagIcon}>
        {t('games:phase.ended')}
      </Badge>
    )
  return (
    <Badge tone={phase === 'running' ? 'accent' : 'warn'} dot>
      {t('games:list.ends_in', { time: span(end - now) })}
    </Badge>
  )
}
