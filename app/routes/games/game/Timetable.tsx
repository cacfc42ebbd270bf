import { LocalTime } from '~/app/components/game/LocalTime'
import { useText } from '~/app/i18n/text'
import { pauseAt } from '~/server/games/constants'
import type { Game } from './OwnParticipation'

type TimesGame = Pick<Game, 'start' | 'end' | 'ends' | 'freeze' | 'writeupsUntil' | 'pause'>

/** `division`: whose it is; of all without one. */
type Entry = [at: number, key: string, division?: string]

/** Times of the game, oldest first. */
function entriesOf({ start, end, ends, freeze, writeupsUntil, pause }: TimesGame, now: number): Entry[] {
  // Beside the ends that everybody knows, that of the reader's team when it has extra time.
  const isOwn = end > ends.regular && !ends.later.some((one) => one.end === end)
  const paused = pauseAt(pause, now)
  const entries: (Entry | null)[] = [
    [Date.parse(start), 'start'],
    paused && [Date.parse(paused.until), 'resume'],
    freeze === null ? null : [Date.parse(freeze), 'freeze'],
    [Date.parse(ends.regular), 'end'],
    ...ends.later.map(({ division, end }): Entry => [Date.parse(end), 'division_end', division]),
    isOwn ? [Date.parse(end), 'own_end'] : null,
    writeupsUntil === null ? null : [Date.parse(writeupsUntil), 'writeups']
  ]
  return entries.filter((entry) => entry !== null).sort(([a], [b]) => a - b)
}

/** The times of a game, the next one marked. */
export function Timetable({ game, now }: { game: TimesGame; now: number }) {
  const t = useText()
  const entries = entriesOf(game, now)
  const next = entries.find(([at]) => at > now)
  return (
    <section aria-labelledby="timetable">
      <h2 id="timetable">{t('games:times.title')}</h2>
      <ol className="timetable">
        {entries.map((entry) => {
          const [at, key, division] = entry
          return (
            <li
              key={`${key} ${division}`}
              data-state={at <= now ? 'over' : undefined}
              aria-current={entry === next ? 'step' : undefined}
            >
              <LocalTime at={at} />
              <b>{t(`games:times.${key}`, { division: division ?? '' })}</b>
              {key !== 'start' && <p>{t(`games:times.${key}_text`)}</p>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
