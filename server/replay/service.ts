import type { BoardState, Cards, Course } from '~/scoring/rules'
import type { Ctx } from '~/server/access/contract'
import { announcedEnd, type GameAccess } from '~/server/games/contract'
import type { ScoreEvent } from '~/server/ledger'
import { isLedgerOpen } from '~/server/ledger-export/contract'
import { AppError } from '~/server/platform/errors'
import { foldEvents, type Places, type Recordings } from './recordings'

/** See docs/rules/replay.md. */
export interface Replays {
  /** `at` null: the end. @throws AppError `game.not_found` 404, `ledger.not_public` 403, `server.busy` 503 */
  moment(ctx: Ctx, gameId: number, at: number | null): Promise<ReplayMoment>
}

export interface ReplayMoment {
  /** `end` for the whole ledger. */
  at: number
  start: number
  /** End of the game, or of its entries so far. */
  end: number
  /** Settled, and shared: read only. */
  state: BoardState
  cards: Cards
  /** Final ranks by participation: overall and in the division. */
  final: ReadonlyMap<number, Places>
  /** The last few entries included, oldest first. */
  latest: ScoreEvent[]
  /** Included entries, and all. */
  entries: number
  total: number
  course: Course
}

interface Needs {
  games: GameAccess
  recordings: Recordings
}

const LATEST = 8

export function createReplays({ games, recordings }: Needs): Replays {
  return {
    async moment(ctx, gameId, at) {
      const game = await games.see(ctx, gameId)
      if (!isLedgerOpen(ctx, game)) throw new AppError('ledger.not_public', 403)
      const { replay, state, cards, final, course } = await recordings.recording(gameId)
      const start = game.start.getTime()
      const end = Math.max(start + 1, Math.min(announcedEnd(game).getTime(), ctx.now.getTime()))
      const moment = Math.min(end, Math.max(start, at ?? end))
      // The end, which is opened most, is folded already.
      const events = moment === end ? replay.events : replay.entries(moment)
      return {
        ...{ at: moment, start, end, cards, final },
        state: moment === end ? state : await recordings.use(gameId, () => foldEvents(events)),
        latest: events.slice(-LATEST),
        entries: events.length,
        total: replay.events.length,
        course: course(start, end)
      }
    }
  }
}
