import type { BoardState, Cards, Course } from '~/scoring/rules'
import type { Ctx } from '~/server/access/contract'
import type { GameAccess, GameFacts } from '~/server/games/contract'
import type { ScoreEvent } from '~/server/ledger'
import { isLedgerOpen } from '~/server/ledger-export/contract'
import { AppError } from '~/server/platform/errors'
import { folded, type Places, type Recording, type Recordings } from './recordings'

export { COURSE_PARTS, createRecordings, eachEvent, type Recordings } from './recordings'

/** Boards of past moments (docs/rules/replay.md). */
export interface Replays {
  /**
   * The board of a moment (milliseconds; before the start counts as the start, the end and later as all of the ledger), for
   * everybody who may read the ledger.
   * @throws AppError `game.not_found` 404, `ledger.not_public` 403, `server.busy` 503
   */
  moment(ctx: Ctx, gameId: number, at: number | null): Promise<Moment>
}

export interface Moment {
  /** The time of the board; `end` when it is all of the ledger. */
  at: number
  start: number
  /** The end of the game, or of what has happened of it. */
  end: number
  /** Settled, and nobody else's. */
  state: BoardState
  cards: Cards
  /** Ranks by participation once all of the ledger counts: overall, and in the division. */
  final: ReadonlyMap<number, Places>
  /** Entries that the board includes, oldest first; the last few alone. */
  latest: ScoreEvent[]
  /** How many those are in all, of how many. */
  entries: number
  total: number
  course: Course
}

interface Needs {
  games: GameAccess
  recordings: Recordings
}

/** Entries told beside a board. */
const LATEST = 8

export function createReplays({ games, recordings }: Needs): Replays {
  const momentOf = async (
    game: GameFacts,
    { replay, cards, final, course }: Recording,
    now: number,
    at: number | null
  ): Promise<Moment> => {
    const start = game.start.getTime()
    const end = Math.max(start + 1, Math.min(game.end.getTime(), now))
    const moment = Math.min(end, Math.max(start, at ?? end))
    const events = moment === end ? replay.events : replay.entries(moment)
    return {
      ...{ at: moment, start, end, cards, final },
      state: await folded(events),
      latest: events.slice(-LATEST),
      entries: events.length,
      total: replay.events.length,
      course: course(start, end)
    }
  }

  return {
    async moment(ctx, gameId, at) {
      const game = await games.see(ctx, gameId)
      if (!isLedgerOpen(ctx, game)) throw new AppError('ledger.not_public', 403)
      return recordings.use(gameId, (recording) => momentOf(game, recording, ctx.now.getTime(), at))
    }
  }
}
