import { CircleCheckIcon, PauseIcon, TriangleAlertIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import gameWatch from '~/app/islands/game-watch'
import { Island } from '~/app/islands/runtime/island'
import type { Watch, WatchMatter } from '~/server/watch/contract'

interface PlaceProps {
  gameId: number
  isAdmin: boolean
}

function placeOf({ kind, id }: WatchMatter, { gameId, isAdmin }: PlaceProps): string {
  const monitor = `/games/${gameId}/monitor`
  if (kind === 'judge') return `${monitor}/Submissions?type=FlagSubmitted`
  if (kind === 'cheats') return `${monitor}/CheatInfo`
  if (kind === 'tickets') return `${monitor}/Help?state=waiting`
  if (!isAdmin) return `${monitor}/Events`
  if (kind === 'failing') return `/admin/games/${gameId}/challenges/${id}/Container`
  if (kind === 'check') return `/admin/games/${gameId}/challenges/${id}/Check`
  if (kind === 'release') return `/admin/games/${gameId}/challenges/${id}`
  if (kind === 'engines') return '/admin/Engines'
  return kind === 'queue' ? '/admin/Instances' : '/admin/Logs'
}

function Matter({ matter, ...place }: { matter: WatchMatter } & PlaceProps) {
  const t = useText()
  const { clock, number } = useFormat()
  const { key, kind, level, since, count, about, takenBy, unassigned } = matter
  const title = t(`gamewatch:matter.${kind}`, { n: number(count), about: about ?? '' })
  return (
    <li>
      <TriangleAlertIcon className={level} />
      <div>
        <b>{title}</b>
        <p>{t(`gamewatch:matter_text.${kind}`, { unassigned: number(unassigned ?? 0) })}</p>
      </div>
      <time dateTime={new Date(since).toISOString()}>
        {t('gamewatch:since', { time: clock(new Date(since)) })}
      </time>
      <span className="who">{takenBy === null ? t('gamewatch:nobody') : <bdi>{takenBy}</bdi>}</span>
      <span className="acts">
        {takenBy === null && (
          <form method="post">
            <button type="submit" id={`take-${key}`} className="btn sm" name="matter" value={key}>
              {t('gamewatch:take')}
              <span className="sr">: {title}</span>
            </button>
          </form>
        )}
        <a className="btn sm" href={placeOf(matter, place)}>
          {t('gamewatch:open')}
          <span className="sr">: {title}</span>
        </a>
      </span>
    </li>
  )
}

/** The last closed matter, while all is well. */
function LastClosed({ matter }: { matter: NonNullable<Watch['lastClosed']> }) {
  const t = useText()
  const { moment, number } = useFormat()
  const { kind, count, about, closed, takenBy } = matter
  const title = t(`gamewatch:matter.${kind}`, { n: number(count), about: about ?? '' })
  return (
    <ul className="matters past">
      <li>
        <CircleCheckIcon className="muted" />
        <div>
          <b>{t('gamewatch:last_closed', { title })}</b>
        </div>
        <time dateTime={new Date(closed).toISOString()}>
          {t('gamewatch:closed', { time: moment(new Date(closed)) })}
        </time>
        {takenBy !== null && (
          <span className="who">
            <bdi>{takenBy}</bdi>
          </span>
        )}
      </li>
    </ul>
  )
}

const TONES = { quiet: 'ok', matters: 'warn', stopped: 'bad' } as const

interface WatchVerdictProps extends PlaceProps {
  watch: Watch
  /** Wire time; null unless the game is paused. While it is, nothing else to report is no "all is well". */
  pausedUntil: string | null
}

export function WatchVerdict({ watch, pausedUntil, ...place }: WatchVerdictProps) {
  const t = useText()
  const { moment } = useFormat()
  const { verdict, matters, lastClosed, at } = watch
  const until = verdict === 'quiet' ? pausedUntil : null
  const tone = matters.some(({ level }) => level === 'bad') ? 'bad' : until ? 'warn' : TONES[verdict]
  const Mark = until ? PauseIcon : verdict === 'quiet' ? CircleCheckIcon : TriangleAlertIcon
  return (
    <div className="watch-verdict">
      <div className="say">
        {/* The time beside it changes every few seconds and must not be announced. */}
        <div data-fresh="verdict" data-tone={tone} role={verdict === 'stopped' ? 'alert' : 'status'}>
          <p className="big">
            <Mark />
            {until
              ? t('gamewatch:verdict.paused', { time: moment(new Date(until)) })
              : t(`gamewatch:verdict.${verdict}`, { count: matters.length })}
          </p>
          <p>{t(`gamewatch:said.${verdict}`)}</p>
        </div>
        <Island of={gameWatch} props={{ at }} />
      </div>
      <div data-fresh="matters">
        {matters.length > 0 && (
          <ul className="matters">
            {matters.map((matter) => (
              <Matter key={matter.key} matter={matter} {...place} />
            ))}
          </ul>
        )}
        {matters.length === 0 && lastClosed && <LastClosed matter={lastClosed} />}
      </div>
    </div>
  )
}
