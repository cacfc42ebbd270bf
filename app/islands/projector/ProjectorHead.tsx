import type { ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  icon,
  MinimizeIcon,
  PauseIcon,
  PlayIcon
} from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { LiveMark } from '~/app/islands/runtime/LiveMark'
import { useHydrated } from '~/app/islands/runtime/use-hydrated'
import type { useLive } from '~/app/islands/scoreboard/live/use-live'
import { secondsOf } from '~/app/islands/scoreboard/times'
import { type GamePause, pauseAt } from '~/server/games/constants'
import type { ProjectorProps } from './props'
import type { Scene } from './scene'
import type { useSound } from './use-sound'
import type { useFullScreen } from './use-wall'

const VolumeIcon = icon(
  <path d="M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298zM16 9a5 5 0 0 1 0 6M19.364 18.364a9 9 0 0 0 0-12.728" />
)
const MaximizeIcon = icon(
  <path d="M8 3H5a2 2 0 0 0-2 2v3M21 8V5a2 2 0 0 0-2-2h-3M3 16v3a2 2 0 0 0 2 2h3M16 21h3a2 2 0 0 0 2-2v-3" />
)

interface HeadProps {
  game: ProjectorProps
  live: ReturnType<typeof useLive>
  scene: Scene
  seconds: number
  paused: boolean
  turn(by: number): void
  pause(): void
  screen: ReturnType<typeof useFullScreen>
  sound: ReturnType<typeof useSound>
}

export function ProjectorHead({ game, live, scene, seconds, paused, turn, pause, screen, sound }: HeadProps) {
  const t = useText()
  const { division, title, poster, start, end } = game
  const elapsed = Math.min(1, Math.max(0, (seconds - start) / Math.max(1, end - start)))
  return (
    <header className="pj-head">
      <div className="pj-title">
        <Avatar name={title} url={poster} size="s40" />
        <div>
          <h1 className="truncate">
            <bdi>{title}</bdi>
          </h1>
          <p className="truncate">
            {division !== null && (
              <>
                <bdi>{division}</bdi>
                {', '}
              </>
            )}
            {t('scoreboard:projector.teams', { count: scene.teams })}
            {', '}
            {t('scoreboard:projector.challenges', { count: scene.challenges })}
          </p>
        </div>
      </div>
      <Clock until={end} pause={pauseAt(game.pause, seconds)} now={seconds} />
      <div className="pj-live">
        <Status live={live} now={seconds} over={seconds >= end} />
        {scene.pages > 1 && <Pages {...{ scene, paused, turn, pause }} />}
        <Switch name="sound" {...sound}>
          <VolumeIcon />
        </Switch>
        {screen.toggle && (
          <Switch name="full" on={screen.full} toggle={screen.toggle}>
            <MaximizeIcon />
          </Switch>
        )}
        <a className="btn sm ghost" href={game.leave} aria-label={t('scoreboard:projector.leave')}>
          <MinimizeIcon />
          <span className="leave">{t('scoreboard:projector.leave')}</span>
        </a>
      </div>
      <svg className="game-rail" aria-hidden="true" focusable="false">
        <rect className="rope" width="100%" height="100%" />
        <rect className="run" width={`${Math.round(elapsed * 10_000) / 100}%`} height="100%" />
      </svg>
    </header>
  )
}

interface SwitchProps {
  name: 'full' | 'sound'
  on: boolean
  toggle(): void
  children: ReactNode
}

/** Needs a script. */
function Switch({ name, on, toggle, children }: SwitchProps) {
  const label = useText()(`scoreboard:projector.${name}`)
  return (
    <button
      type="button"
      className="btn sm ghost icon-only js-only"
      aria-label={label}
      aria-pressed={on}
      title={label}
      onClick={toggle}
    >
      {children}
    </button>
  )
}

function Clock({ until, pause, now }: { until: number; pause: GamePause | null; now: number }) {
  const t = useText()
  const { countdown } = useFormat()
  if (pause)
    return (
      <div className="pj-clock">
        <time dateTime={pause.until}>{countdown(Date.parse(pause.until) - now)}</time>
        <span>{t('scoreboard:projector.paused')}</span>
      </div>
    )
  if (now >= until) return <div className="pj-clock over">{t('common:connection.final')}</div>
  return (
    <div className="pj-clock">
      <time dateTime={new Date(until).toISOString()}>{countdown(until - now)}</time>
      <span>{t('scoreboard:projector.left')}</span>
    </div>
  )
}

function Status({ live, now, over }: { live: HeadProps['live']; now: number; over: boolean }) {
  const { connection, retry, heardAt } = live
  const hydrated = useHydrated()
  const time = <time dateTime={new Date(now).toISOString()}>{secondsOf(now)} UTC</time>
  return (
    <span className="live">
      {!over && hydrated && <LiveMark {...{ connection, retry, heardAt }} />}
      {time}
    </span>
  )
}

type PagesProps = Pick<HeadProps, 'scene' | 'paused' | 'turn' | 'pause'>

function Pages({ scene: { page, pages }, paused, turn, pause }: PagesProps) {
  const t = useText()
  const words = t(paused ? 'scoreboard:projector.resume' : 'scoreboard:projector.pause')
  return (
    <fieldset className="pj-pages" aria-label={t('scoreboard:projector.pages')}>
      <button
        type="button"
        className="btn sm ghost icon-only js-only"
        aria-label={t('scoreboard:projector.earlier')}
        onClick={() => turn(-1)}
      >
        <ChevronLeftIcon />
      </button>
      <span>{t('scoreboard:projector.page', { page, pages })}</span>
      <button
        type="button"
        className="btn sm ghost icon-only js-only"
        aria-label={t('scoreboard:projector.later')}
        onClick={() => turn(1)}
      >
        <ChevronRightIcon />
      </button>
      <button
        type="button"
        className="btn sm ghost icon-only js-only"
        aria-label={words}
        title={words}
        onClick={pause}
      >
        {paused ? <PlayIcon /> : <PauseIcon />}
      </button>
    </fieldset>
  )
}
