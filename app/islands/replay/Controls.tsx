import type { KeyboardEvent } from 'react'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Course } from '~/scoring/rules'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { type ReplayQuery, replayHref } from './props'
import { SPEEDS, type Speed } from './use-player'

const TALL = 32

interface ControlsProps {
  gameId: number
  start: number
  end: number
  at: number
  query: ReplayQuery
  course: Course
  entries: number
  total: number
  playing: boolean
  speed: Speed
  loading: boolean
  onSeek(at: number): void
  onSpeed(speed: Speed): void
  onToggle(): void
}

/** The first blood before or after a time; null without one. */
export const bloodBeside = (bloods: readonly number[], at: number, way: -1 | 1): number | undefined =>
  way > 0 ? bloods.find((blood) => blood > at) : bloods.findLast((blood) => blood < at)

export function Controls(props: ControlsProps) {
  const { gameId, start, end, at, query, course, entries, total, playing, speed, loading } = props
  const t = useText()
  const { moment, span, number } = useFormat()
  const time = moment(new Date(at))
  const into = t('replay:into', { time: span(Math.max(0, at - start)) })
  const step = (way: -1 | 1) => {
    const blood = bloodBeside(course.bloods, at, way)
    const label = t(way > 0 ? 'replay:next_blood' : 'replay:previous_blood')
    const icon = way > 0 ? <ChevronRightIcon /> : <ChevronLeftIcon />
    if (blood === undefined)
      return (
        <button type="button" className="btn icon-only" aria-label={label} disabled>
          {icon}
        </button>
      )
    return (
      <a
        className="btn icon-only"
        aria-label={label}
        title={label}
        href={replayHref(gameId, { ...query, at: blood })}
        onClick={(event) => {
          event.preventDefault()
          props.onSeek(blood)
        }}
      >
        {icon}
      </a>
    )
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (event.key === ' ') props.onToggle()
    else if (by) props.onSeek(at + by * (event.shiftKey ? HOUR_MS : MINUTE_MS))
    else return
    event.preventDefault()
  }
  return (
    <form
      className="replay"
      method="get"
      action={`/games/${gameId}/Replay`}
      aria-label={t('replay:controls')}
    >
      {query.division !== null && <input type="hidden" name="division" value={query.division} />}
      <div className="ctl">
        {step(-1)}
        <button
          type="button"
          className="btn primary icon-only lg js-only"
          aria-label={t(playing ? 'replay:pause' : 'replay:play')}
          onClick={props.onToggle}
          aria-busy={loading}
        >
          {playing ? <PauseIcon /> : <PlayIcon />}
        </button>
        {step(1)}
        <fieldset className="segmented js-only">
          <legend className="sr">{t('replay:speed')}</legend>
          {SPEEDS.map((one) => (
            <button key={one} type="button" aria-pressed={one === speed} onClick={() => props.onSpeed(one)}>
              {t(`replay:speeds.${one}`)}
            </button>
          ))}
        </fieldset>
        <button type="submit" className="btn no-js-only">
          {t('replay:show')}
        </button>
      </div>
      <div className="tl">
        <Bars course={course} share={(at - start) / (end - start)} start={start} end={end} />
        <input
          type="range"
          name="at"
          min={start}
          max={end}
          step={1}
          value={at}
          onChange={(event) => props.onSeek(Number(event.target.value))}
          onKeyDown={press}
          aria-label={t('replay:time')}
          aria-valuetext={`${time}, ${into}`}
        />
      </div>
      <div className="at">
        <b>
          <time dateTime={new Date(at).toISOString()}>{time}</time>
        </b>
        <span>
          {into} · {t('replay:entries', { entries: number(entries), total: number(total) })}
        </span>
      </div>
    </form>
  )
}

function Bars({ course, share, start, end }: { course: Course; share: number; start: number; end: number }) {
  const { solves, bloods } = course
  const most = Math.max(1, ...solves)
  const wide = 100 / solves.length
  const now = `${(share * 100).toFixed(2)}%`
  return (
    <svg aria-hidden="true" focusable="false">
      {solves.map((count, part) => {
        const tall = Math.ceil((count / most) * TALL)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
            key={`${part}/${solves.length}`}
            className={(part + 0.5) / solves.length <= share ? 'hb past' : 'hb'}
            x={`${(part * wide).toFixed(2)}%`}
            y={TALL - tall}
            width={`${(wide * 0.86).toFixed(2)}%`}
            height={tall}
          />
        )
      })}
      {bloods.map((blood, index) => (
        <svg
          aria-hidden="true"
          // biome-ignore lint/suspicious/noArrayIndexKey: two may fall in one millisecond
          key={`${blood}/${index}`}
          x={`${(((blood - start) / (end - start)) * 100).toFixed(2)}%`}
          overflow="visible"
        >
          <path className="bm" d="M0 0h6l-1.8 2.500L6 5H0z" />
        </svg>
      ))}
      <rect className="rope" y="34" width="100%" height="3" />
      <rect className="run" y="34" width={now} height="3" />
      <svg x={now} overflow="visible" aria-hidden="true">
        <path className="pole" d="M0 37V-6" />
        <path className="mk" d="M0 -6h14l-4 4.500 4 4.500H0z" />
      </svg>
    </svg>
  )
}
