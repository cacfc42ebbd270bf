import { requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { flagsStored, readFrozenGame, revealIn } from '../reveal'
import type { CeremonyStep } from './contract'
import { defineCeremonies, type StoredStep } from './model'
import {
  findCeremonyState,
  isUnjudged,
  listTriesBehindFreeze,
  type PlaceRow,
  readCeremonySteps,
  readLedgerHead
} from './queries'
import { createScreens, type Screens } from './screens'
import { arrangeCeremony, readLedgerUpTo } from './stage'

/** Step-by-step reveal (docs/rules/freeze.md#ceremony). */
export interface Ceremonies extends Pick<Screens, 'scene' | 'remote'> {
  /**
   * Starts from the last team or from a rank.
   * @throws AppError `game.not_found` 404, `game.not_frozen`, `ceremony.not_ended`, `ceremony.unjudged` 400,
   * `ceremony.running` 409
   */
  start(ctx: Ctx, gameId: number, from: number | null): Promise<void>
  /** @throws `ceremony.not_found` 404, `.moved_on` 409 for an old version, `.over`, `.paused`, `.no_step` 400 */
  act(ctx: Ctx, gameId: number, step: CeremonyStep): Promise<void>
  /** Ends it; the board stays frozen. @throws AppError `ceremony.not_found` 404, `ceremony.over` 400 */
  cancel(ctx: Ctx, gameId: number): Promise<void>
  /** Within a change: the board is `shown` at once, or the freeze lifted. No-op without a ceremony. */
  end(tx: Change, gameId: number, how: { shown: boolean }): Promise<void>
}

const MAX_TRIES = 20_000

interface Needs {
  db: Database
  redis: Redis
  caches: Caches
  change: MakeChange
  games: GameAccess
  log: Log
}

const FIRST = { version: 1, blank: false, paused: false }

/** @throws AppError `ceremony.paused`, `ceremony.no_step` 400 */
function moved(place: PlaceRow, act: CeremonyStep['act'], steps: readonly StoredStep[]): Partial<PlaceRow> {
  const { position, total, blank, paused } = place
  if (act === 'blank') return { blank: !blank }
  if (act === 'pause') return { paused: !paused }
  if (paused) throw new AppError('ceremony.paused')
  const possible = act === 'back' ? position > 0 : act === 'finish' ? position === total : position < total
  if (!possible) throw new AppError('ceremony.no_step')
  if (act === 'finish') return {}
  if (act === 'back') return { position: position - 1 }
  let to = position + 1
  if (act === 'team') while (to < total && steps[to]![0] === steps[position]![0]) to++
  return { position: to }
}

/** Steps, and the number opened at once for teams below the rank. */
async function planOf(tx: Change, gameId: number, range: { freeze: Date; end: Date }, from: number | null) {
  const seq = await readLedgerHead(tx, gameId)
  const tries = await listTriesBehindFreeze(tx, gameId, range, MAX_TRIES)
  const ceremony = await arrangeCeremony(await readLedgerUpTo(tx, gameId, seq), range.freeze.getTime(), tries)
  const { steps, state } = ceremony
  let position = 0
  const isBelow = () => (state.teams.get(steps[position]?.participationId ?? 0)?.rank ?? 0) > (from ?? 0)
  while (from !== null && position < steps.length && isBelow()) ceremony.moveTo(++position)
  return {
    seq,
    position,
    total: steps.length,
    steps: steps.map(
      ({ participationId, challengeId, tries }): StoredStep => [participationId, challengeId, tries]
    )
  }
}

async function placeFor(tx: Change, gameId: number): Promise<PlaceRow> {
  const place = await findCeremonyState(tx, gameId)
  if (!place) throw notFound('ceremony.not_found')
  if (place.done) throw new AppError('ceremony.over')
  return place
}

/** `stored`: flags that came before then are stored. */
async function readyOf(tx: Change, gameId: number, stored: Date) {
  const { inForce, freeze, end, now } = await readFrozenGame(tx, gameId)
  if (!inForce || !freeze) throw new AppError('game.not_frozen')
  if (stored < end) throw new AppError('ceremony.not_ended')
  if (await findCeremonyState(tx, gameId)) throw new AppError('ceremony.running', 409)
  if (await isUnjudged(tx, gameId)) throw new AppError('ceremony.unjudged')
  return { freeze, end, now }
}

export function createCeremonies({ db, redis, caches, change, games, log }: Needs): Ceremonies {
  const screens = createScreens({ db, redis, caches, games, log })
  const follow = (tx: Change, gameId: number) => {
    tx.invalidate(`ceremony:${gameId}`)
    tx.after(() => screens.publish(gameId))
  }

  return {
    scene: screens.scene,
    remote: screens.remote,
    async start(ctx, gameId, from) {
      requireInGame(ctx, gameId, 'reveal')
      const stored = await flagsStored(change, ctx, gameId)
      await change(ctx, { ledger: gameId, long: true }, async (tx) => {
        const { freeze, end, now } = await readyOf(tx, gameId, stored)
        const plan = await planOf(tx, gameId, { freeze, end }, from)
        await defineCeremonies(db.sequelize).create(
          { gameId, startedAt: now, frozenAt: freeze, ...plan, ...FIRST },
          { transaction: tx.transaction }
        )
        const { position, total } = plan
        await tx.audit({ action: 'ceremony_started', target: `game:${gameId}`, after: { position, total } })
        follow(tx, gameId)
      })
      log.info({ game: gameId, ...callerLogFields(ctx) }, 'ceremony_started')
    },

    async act(ctx, gameId, { act, version }) {
      requireInGame(ctx, gameId, 'reveal')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const place = await placeFor(tx, gameId)
        if (place.version !== version) throw new AppError('ceremony.moved_on', 409)
        const next = {
          ...place,
          ...moved(place, act, act === 'team' ? await readCeremonySteps(tx, gameId) : [])
        }
        const { position, blank, paused } = next
        await tx.query(
          `UPDATE ceremonies SET position = $2, blank = $3, paused = $4, version = version + 1 WHERE game_id = $1`,
          [gameId, position, blank, paused]
        )
        await tx.audit({
          action: 'ceremony_moved',
          target: `game:${gameId}`,
          before: { position: place.position },
          after: { act, position }
        })
        follow(tx, gameId)
        if (act !== 'finish') return
        const game = await readFrozenGame(tx, gameId)
        if (!game.inForce) throw new AppError('game.not_frozen')
        await revealIn(tx, gameId, game)
      })
      if (act === 'finish') log.info({ game: gameId, ...callerLogFields(ctx) }, 'board_revealed')
    },

    async cancel(ctx, gameId) {
      requireInGame(ctx, gameId, 'reveal')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const { position } = await placeFor(tx, gameId)
        await tx.query('DELETE FROM ceremonies WHERE game_id = $1', [gameId])
        await tx.audit({ action: 'ceremony_cancelled', target: `game:${gameId}`, before: { position } })
        follow(tx, gameId)
      })
      log.info({ game: gameId, ...callerLogFields(ctx) }, 'ceremony_cancelled')
    },

    async end(tx, gameId, { shown }) {
      await tx.query(
        shown
          ? `UPDATE ceremonies SET position = total, version = version + 1, blank = false, paused = false WHERE game_id = $1`
          : 'DELETE FROM ceremonies WHERE game_id = $1',
        [gameId]
      )
      follow(tx, gameId)
    }
  }
}
