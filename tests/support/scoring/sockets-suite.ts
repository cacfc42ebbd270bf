import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { boardKey } from '~/scoring/board/redis-keys'
import type { Handshake } from '~/scoring/gateway/contract'
import { applyDelta, boardFromSnapshot, type Scoreboard, scoreboardView } from '~/scoring/rules'
import type { Actor, Ctx } from '~/server/access/contract'
import { appendEntries, type NewScoreEvent, notifyScoring } from '~/server/ledger'
import { type Member, type PlayedGame, type SentFlag, sendFlags } from '../fixtures'
import { openStores, type Stores } from '../stores/stores'
import { until } from '../until'
import { foldedBoard, type RunningScoring, runScoring, type ViewerSocket, watchGame } from './scoring'

/** A scoring process and viewers’ sockets, for all tests of a file. */
export function openSocketsSuite() {
  let stores: Stores
  let scoring: RunningScoring
  beforeAll(async () => {
    stores = await openStores()
    scoring = await runScoring(stores)
  })
  afterAll(async () => {
    await scoring?.close()
    await stores?.close()
  })

  const open: ViewerSocket[] = []
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.close()
  })
  const watch = async (auth: Handshake, headers = {}, url = scoring.url) => {
    const viewer = await watchGame(url, auth, headers)
    open.push(viewer)
    return viewer
  }

  const ctxOf = (member: Member | null, role: Actor['role'] = 'User'): Ctx => ({
    now: new Date(),
    actor: member && { id: member.id, userName: member.name, role, sessionId: 'x', avatar: null },
    ip: '127.0.0.1',
    userAgent: null,
    requestId: 'test',
    locale: 'en-US'
  })

  const signIn = async (member: Member) => {
    const { cookie } = await scoring.services.accounts.sessions.start(member.id, ctxOf(member))
    return cookie.split(';')[0] as string
  }

  const send = async (game: PlayedGame, sent: SentFlag[]) => {
    const ids = await sendFlags(stores.db, game, sent)
    await notifyScoring(stores.redis, game.id)
    return ids
  }
  const write = async (game: PlayedGame, ...events: NewScoreEvent[]) => {
    await stores.db.transaction((sql) => appendEntries(sql, game.id, events))
    await notifyScoring(stores.redis, game.id)
  }
  const endOf = async (game: PlayedGame) =>
    (await stores.db.pool.query('SELECT seq FROM ledger_heads WHERE game_id = $1', [game.id])).rows[0]
      .seq as number

  /** Waits for the board's opening, because changes during it reach viewers as `resync`. */
  const opened = async (game: PlayedGame) => {
    await notifyScoring(stores.redis, game.id, 'board')
    await until(() => stores.redis.exists(boardKey(game.id)))
  }

  /** Folds deltas onto the starting board until it is the fold of a ledger of `entries`. */
  const follows = (viewer: ViewerSocket, game: PlayedGame, start: Scoreboard, entries: number) =>
    until(async () => {
      const board = boardFromSnapshot(start)
      for (const delta of viewer.of('delta')) expect(applyDelta(board, structuredClone(delta))).toBe(true)
      // A browser was told the reasons that it may tell.
      const { updateTimeUtc: _, ...shown } = scoreboardView(board.state, { ...board.cards, reasons: true }, 0)
      const { updateTimeUtc: __, ...folded } = await foldedBoard(stores, game.id)
      expect(shown).toEqual(folded)
      expect(folded.seq).toBe(start.seq + entries)
      return true
    })

  return {
    open,
    watch,
    ctxOf,
    signIn,
    send,
    write,
    endOf,
    opened,
    follows,
    get stores() {
      return stores
    },
    get scoring() {
      return scoring
    }
  }
}
