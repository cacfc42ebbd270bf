import type { ReactNode } from 'react'
import { gameBarOf, sharedNow } from '~/app/components/game/GameBar'
import type { Highlights } from '~/app/components/game/highlights'
import { Leaders } from '~/app/components/game/Leaders'
import { LocalTime } from '~/app/components/game/LocalTime'
import { elapsed, Timebar } from '~/app/components/game/Timebar'
import { Markdown } from '~/app/components/markdown/Markdown'
import { useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import type { ShellData } from '~/app/request/page/shell'
import { SeasonLinks } from '~/app/routes/games/SeasonLinks'
import { gamePhase } from '~/server/games/contract'
import { gameNewsOf } from '../GameNews'
import { BoardBloods, CategoryProgress, GameNumbers, GamePodium } from './Board'
import { type FactsGame, GameFactList } from './GameFactList'
import type { DivisionWinners, GamePageView } from './game-view'
import { Hero } from './Hero'
import { hasForms, JoinPanel } from './JoinPanel'
import type { Game } from './OwnParticipation'
import { Timetable } from './Timetable'
import { Winners } from './Winners'
import { writeupDue } from './writeup-due'

type Viewer = Pick<ShellData, 'viewer'>

const phaseAt = ({ start, end }: Pick<Game, 'start' | 'end'>, now: number) =>
  gamePhase({ start: new Date(start), end: new Date(end) }, new Date(now))

export const barOf = ({ game, now }: GamePageView, { viewer }: Viewer) =>
  gameBarOf({ game, current: 'overview', now }, viewer)

export const newsOf = ({ game, now }: GamePageView, { viewer }: Viewer) => gameNewsOf({ game, now }, viewer)

/** Readers with the same registration share it, but for the place after the end. */
export function heroOf({ game, joinOptions, place, now }: GamePageView) {
  const { id, title, summary, poster, start, end, pause, hidden, limit, organizations } = game
  const { inviteCodeRequired, writeupRequired, practiceMode, status, freeze } = game
  const shown = {
    ...{ id, title, summary, poster, start, end, pause, hidden, limit, organizations },
    ...{ inviteCodeRequired, writeupRequired, practiceMode, status, freeze }
  }
  const ended = phaseAt(game, now) === 'ended'
  const owes = writeupDue(game, joinOptions, now) !== null
  const props = { game: shown, place: ended ? place : null, owes, now: sharedNow(game, now) }
  return <Cached of={Hero} props={props} />
}

/** How much of the game is over; null unless it runs. */
export function courseOf({ game, now }: GamePageView) {
  if (phaseAt(game, now) !== 'running') return null
  const [start, end] = [Date.parse(game.start), Date.parse(game.end)]
  return <Cached of={Course} props={{ start, end, now: sharedNow(game, now) }} />
}

function Course({ start, end, now }: { start: number; end: number; now: number }) {
  const t = useText()
  return (
    <Timebar
      {...{ start, end, now }}
      label={t('games:bar.elapsed', { percent: elapsed(start, end, now) })}
      ends={[<LocalTime key="start" at={start} bare />, <LocalTime key="end" at={end} />]}
    />
  )
}

/** Not cached, because it shows the answer to a form, which only Remix can render. */
export function panelOf({ game, joinOptions: options, place, now }: GamePageView) {
  const phase = phaseAt(game, now)
  const timed = phase === 'before' || writeupDue(game, options, now) !== null
  const props = { game, options, place, phase, now: timed ? sharedNow(game, now) : null }
  return hasForms(game, phase, options === null) ? (
    <JoinPanel {...props} />
  ) : (
    <Cached of={JoinPanel} props={props} />
  )
}

/** Description and state of the game. All readers share it, except the categories that a team has solved. */
export function columnOf({ game, text, board, winners, now }: GamePageView) {
  const { start, end, ends, freeze, writeupsUntil, pause } = game
  const times = { start, end, ends, freeze, writeupsUntil, pause }
  const props = {
    ...{ game: game.id, text, winners, board: board?.shared ?? null },
    // While the board is frozen, there is no winner.
    final: game.over && game.freeze === null
  }
  const slots = {
    categories: board && board.categories.length > 0 ? [categoriesOf(board, game)] : [],
    times: [<Cached key="times" of={Timetable} props={{ game: times, now: sharedNow(game, now) }} />]
  }
  return <Cached of={Column} props={props} slots={slots} />
}

function categoriesOf({ categories, own }: NonNullable<GamePageView['board']>, { teamName }: Game) {
  const texts = own && teamName !== null ? { team: teamName } : {}
  return <Cached key="categories" of={CategoryProgress} props={{ categories, own }} texts={texts} />
}

interface ColumnProps {
  game: number
  text: { html: string } | null
  board: Highlights | null
  winners: DivisionWinners | null
  final: boolean
  categories?: ReactNode
  times?: ReactNode
}

function Column({ game, text, board, winners, final, categories, times }: ColumnProps) {
  const t = useText()
  return (
    <div className="col">
      {board && final && <GamePodium game={game} board={board} />}
      {winners !== null && winners.length > 0 && <Winners game={game} winners={winners} />}
      {board && <GameNumbers board={board} />}
      <section aria-label={t('games:content.label')}>
        {text ? <Markdown html={text.html} /> : <p className="muted">{t('games:content.empty')}</p>}
      </section>
      {categories}
      {times}
    </div>
  )
}

/** Leaders, latest bloods, and rules for the whole game. */
export function asideOf({ game, board, seasons, now }: GamePageView) {
  const {
    id,
    limit,
    teamCount,
    organizations,
    inviteCodeRequired,
    start,
    end,
    practiceMode,
    writeupRequired
  } = game
  const facts = {
    ...{ id, limit, teamCount, organizations, inviteCodeRequired },
    ...{ start, end, practiceMode, writeupRequired }
  }
  const live = phaseAt(game, now) === 'running' && board ? board.shared : null
  return <Cached of={Aside} props={{ facts, seasons, board: live, now: live && sharedNow(game, now) }} />
}

interface AsideProps {
  facts: FactsGame
  seasons: GamePageView['seasons']
  /** Null unless the game runs, as is the time. */
  board: Highlights | null
  now: number | null
}

function Aside({ facts, seasons, board, now }: AsideProps) {
  const t = useText()
  return (
    <aside className="second" aria-label={t('games:facts.title')}>
      {board && now !== null && <Leaders game={facts.id} board={board} now={now} narrow />}
      {board && <BoardBloods board={board} />}
      <GameFactList game={facts} />
      <SeasonLinks seasons={seasons} />
    </aside>
  )
}
