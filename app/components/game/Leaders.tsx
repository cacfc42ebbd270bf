import type { ReactNode } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { Avatar } from '../Avatar'
import { richText } from '../markdown/richText'
import { HEIGHT, WIDTH } from './course'
import type { Highlights } from './highlights'
import { RankChange } from './RankChange'

interface LeadersProps {
  game: number
  board: Pick<Highlights, 'leaders'>
  /** The time that is shown, in Unix milliseconds. */
  now: number
  /** Fits a narrow column: without curves and the points of the last hour. */
  narrow?: boolean
  /** `OwnLine`, for a reader whose team is not among them. */
  own?: ReactNode
}

/** Written for a reader; printed only, so that all lines of a team share a rendering. */
export interface OwnTexts {
  rank: string
  score: string
  gained: string
  /** Path of the curve. */
  course: string
}

type OwnLineProps = {
  game: number
  id: number
  name: string
  avatar: string | null
  /** Places gained within an hour; null when that is not known. */
  change: number | null
} & OwnTexts

/** The line of the reader's team. */
export function OwnLine({ game, id, name, avatar, change, rank, score, gained, course }: OwnLineProps) {
  const t = useText()
  return (
    <li className="own" aria-current="true">
      <b>{rank}</b>
      <span className="moved">
        <RankChange places={change} />
      </span>
      <Avatar name={name} url={avatar} size="s24" />
      <a className="truncate" href={`/games/${game}/Teams/${id}`}>
        <bdi>{name}</bdi>
      </a>
      <Curve path={course} />
      <span className="gained">{t('home:gained', { points: gained })}</span>
      <span className="score">{score}</span>
    </li>
  )
}

function Curve({ path }: { path: string }) {
  return (
    <svg viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** The time of the figures: UTC, and the reader's clock where a script rewrites it (app/islands/local-times). */
function AsOf({ now }: { now: number }) {
  const t = useText()
  const { clock } = useFormat()
  const time = (
    <time key="time" data-local={now}>
      {clock(new Date(now))} UTC
    </time>
  )
  return <span className="faint small">{richText(t, 'home:as_of', { time })}</span>
}

/** The best teams of the game: their scores over time, and points of the last hour. */
export function Leaders({ game, board, now, narrow = false, own }: LeadersProps) {
  const t = useText()
  return (
    <section
      className={narrow ? 'panel standing narrow' : 'panel standing'}
      aria-labelledby="standing"
      data-fresh="leaders"
    >
      <header>
        <h2 id="standing">{t('home:leading')}</h2>
        <AsOf now={now} />
        <a className="link small push" href={`/games/${game}/Scoreboard`}>
          {t('home:scoreboard')}
        </a>
      </header>
      {board.leaders.length === 0 && <p className="panel-body muted">{t('home:nobody')}</p>}
      <ol className="leaders">
        {board.leaders.map(({ id, rank, change, name, avatar, score, gained, course }) => (
          <li key={id}>
            <b>{rank}</b>
            {!narrow && (
              <span className="moved">
                <RankChange places={change} />
              </span>
            )}
            <Avatar name={name} url={avatar} size="s24" />
            <a className="truncate" href={`/games/${game}/Teams/${id}`}>
              <bdi>{name}</bdi>
            </a>
            {!narrow && <Curve path={course} />}
            {!narrow && <span className="gained">{t('home:gained', { points: gained })}</span>}
            <span className="score">{score}</span>
          </li>
        ))}
        {own}
      </ol>
    </section>
  )
}
