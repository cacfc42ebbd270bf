import type { Readable } from 'node:stream'
import { requireInGame } from '~/server/access'
import { type Ctx, hasRole, mayIn } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { type GameFacts, gamePhase } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError, gameNotStarted, isAppError } from '~/server/platform/errors'
import { SHEET_TYPES, type SheetFormat } from '~/server/platform/sheets/constants'
import { sheetFile, sheetText } from '~/server/platform/sheets/formats'
import type { Cell } from '~/server/platform/sheets/xlsx'
import { secondText } from '~/server/platform/time'
import { countCheats, listCheats } from './cheats'
import type {
  CheatInfo,
  Cursor,
  EventFilter,
  Figures,
  GameEventView,
  News,
  Page,
  SubmissionFilter,
  SubmissionView
} from './contract'
import { countEvents, countPractised, countSubmissions, countVerdicts, type Practised } from './counts'
import { flagEvent, listEvents, storedAfter, storedHead } from './events'
import { findTeamName, listWatchedChallenges, type WatchedChallenge } from './names'
import { boardRows, type SheetBoard, type SheetText, submissionRows } from './sheets'
import { judgedAfter, judgedHead, lateAfter, listSubmissions } from './submissions'

export interface Sheet {
  name: string
  /** The media type of the format. */
  type: string
  file: Readable
}

/** Monitor and Admin, from the start. @throws AppError 401, 403, `game.not_found` 404, `game.not_started` (10001) */
export interface Monitoring {
  submissions(ctx: Ctx, gameId: number, filter: SubmissionFilter, page: Page): Promise<SubmissionView[]>
  submissionCount(ctx: Ctx, gameId: number, filter: SubmissionFilter): Promise<number>
  /** Newest first, judged submissions included. */
  events(ctx: Ctx, gameId: number, filter: EventFilter, page: Page): Promise<GameEventView[]>
  eventCount(ctx: Ctx, gameId: number, filter: EventFilter): Promise<number>
  /** Ignores the filter's verdict. */
  figures(ctx: Ctx, gameId: number, filter: SubmissionFilter, upTo: Cursor): Promise<Figures>
  /** Newest first, at most `MAX_CHEATS`. */
  cheats(ctx: Ctx, gameId: number): Promise<CheatInfo[]>
  cheatCount(ctx: Ctx, gameId: number): Promise<number>
  challenges(ctx: Ctx, gameId: number): Promise<WatchedChallenge[]>
  /** Null when the team is not in this game. */
  teamName(ctx: Ctx, gameId: number, teamId: number): Promise<string | null>
  /** A sheet of submissions. Monitors of the platform and users who may `review` get addresses. */
  submissionSheet(ctx: Ctx, gameId: number, t: SheetText, format?: SheetFormat): Promise<Sheet>
  /**
   * A sheet of the board. Monitors of the platform and users who may `review` get private fields.
   * @throws AppError `game.scoreboard_export_failed` without teams
   */
  boardSheet(
    ctx: Ctx,
    gameId: number,
    board: () => Promise<SheetBoard>,
    t: SheetText,
    format?: SheetFormat
  ): Promise<Sheet>
  /** The newest position. The caller has checked the role. */
  head(gameId: number): Promise<Cursor>
  /** After a cursor, up to `upTo`, at most `limit` of each. The caller has checked the role. */
  since(gameId: number, after: Cursor, limit: number, upTo?: Cursor): Promise<News>
}

interface Needs {
  db: Database
  caches: Caches
  games: GameAccess
}

/** Milliseconds that counts of practice are kept, and of how many games. */
const PRACTISED_MS = 60_000
const PRACTISED_GAMES = 200

/**
 * True if the sheets may contain private fields: for monitors of the platform, whose clients know these columns from the
 * contract, and for users who review the teams of the game.
 */
const readsPrivate = ({ actor }: Ctx, gameId: number) =>
  (actor !== null && hasRole(actor.role, 'Monitor')) || mayIn(actor, gameId, 'review')

export function createMonitoring({ db, caches, games }: Needs): Monitoring {
  const { pool } = db
  const kept = caches.create<Practised>({ ttl: PRACTISED_MS, max: PRACTISED_GAMES })
  const practisedIn = (gameId: number) =>
    kept.through(String(gameId), async () => ({
      value: await countPractised(pool, gameId),
      tags: [`game:${gameId}`]
    }))

  const open = async (ctx: Ctx, gameId: number): Promise<GameFacts> => {
    requireInGame(ctx, gameId, 'watch')
    const game = await games.info(gameId)
    if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
    return game
  }

  /** The contract has 400 in the body here. */
  const openForSheet = (ctx: Ctx, gameId: number) =>
    open(ctx, gameId).catch((error: unknown) => {
      if (!isAppError(error) || error.status !== 404) throw error
      throw new AppError(error.code, error.status, { bodyStatus: 400 })
    })

  const sheet = (
    { title }: GameFacts,
    now: Date,
    kind: string,
    format: SheetFormat,
    rows: AsyncIterable<Cell[]>
  ): Sheet => ({
    name: `${title}_${kind}_${secondText(now).replace(/\D/g, '')}.${format}`,
    type: SHEET_TYPES[format],
    file: sheetFile(format, kind, rows)
  })

  const guarded =
    <A extends unknown[], R>(read: (gameId: number, ...rest: A) => Promise<R>) =>
    async (ctx: Ctx, gameId: number, ...rest: A): Promise<R> => {
      await open(ctx, gameId)
      return read(gameId, ...rest)
    }

  return {
    submissions: guarded((gameId, filter, page) => listSubmissions(pool, gameId, filter, page)),
    submissionCount: guarded((gameId, filter) => countSubmissions(pool, gameId, filter)),
    events: guarded((gameId, filter, page) => listEvents(pool, gameId, filter, page)),
    eventCount: guarded((gameId, filter) => countEvents(pool, gameId, filter)),
    cheats: guarded((gameId) => listCheats(pool, gameId)),
    cheatCount: guarded((gameId) => countCheats(pool, gameId)),

    challenges: guarded((gameId) => listWatchedChallenges(pool, gameId)),
    teamName: guarded((gameId, teamId) => findTeamName(pool, gameId, teamId)),

    async figures(ctx, gameId, filter, upTo) {
      await open(ctx, gameId)
      return countVerdicts(pool, gameId, filter, upTo, ctx.now, () => practisedIn(gameId))
    },

    async submissionSheet(ctx, gameId, t, format = 'xlsx') {
      const game = await openForSheet(ctx, gameId)
      const rows = submissionRows(pool, gameId, sheetText(format, t), {
        isPrivate: readsPrivate(ctx, gameId)
      })
      return sheet(game, ctx.now, 'Submissions', format, rows)
    },

    async boardSheet(ctx, gameId, boardOf, t, format = 'xlsx') {
      const game = await openForSheet(ctx, gameId)
      const board = await boardOf()
      if (board.teamCount === 0) throw new AppError('game.scoreboard_export_failed')
      const rows = boardRows(pool, gameId, board, sheetText(format, t), {
        isPrivate: readsPrivate(ctx, gameId)
      })
      return sheet(game, ctx.now, 'Scoreboard', format, rows)
    },

    async head(gameId) {
      const [judged, event] = await Promise.all([judgedHead(pool, gameId), storedHead(pool, gameId)])
      return { ...judged, event }
    },

    async since(gameId, after, limit, upTo) {
      const [judged, waited, stored] = await Promise.all([
        judgedAfter(pool, gameId, after, limit, upTo ?? null),
        lateAfter(pool, gameId, after.late, limit),
        storedAfter(pool, gameId, after.event, limit)
      ])
      const late = waited.filter(({ no }) => !upTo || no <= upTo.late)
      const events = stored.filter(({ id }) => !upTo || id <= upTo.event)
      const submissions = [...judged.submissions, ...late.map(({ submission }) => submission)]
      return {
        to: {
          ...judged.to,
          event: events.at(-1)?.id ?? after.event,
          late: late.at(-1)?.no ?? after.late
        },
        submissions,
        events: [...submissions.flatMap((one) => flagEvent(one) ?? []), ...events.map(({ event }) => event)],
        more: judged.more || late.length === limit || events.length === limit
      }
    }
  }
}
