import { fold, settle } from '~/scoring/rules'
import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import type { Log } from '~/server/platform/log'
import { channelOf, type Redis } from '~/server/platform/redis'
import {
  CEREMONY_CHANNEL,
  type CeremonyMessage,
  type CeremonyPodium,
  type CeremonyRemote,
  type CeremonyScene
} from './contract'
import { podiumOf } from './podium'
import { findCeremonyState, type PlaceRow, readCeremonySteps, readLedgerHead } from './queries'
import { readLedgerUpTo, readStageNames, Stage } from './stage'

export interface Screens {
  /** Public view; null without one. @throws AppError `game.not_found` 404 */
  scene(ctx: Ctx, gameId: number): Promise<CeremonyScene | null>
  /** Administrators only; null without one. @throws AppError `game.not_found` 404 */
  remote(ctx: Ctx, gameId: number): Promise<CeremonyRemote | null>
  /** Never fails: a screen that misses a message polls within seconds. */
  publish(gameId: number): Promise<void>
}

interface Needs {
  db: Database
  redis: Redis
  caches: Caches
  games: GameAccess
  log: Log
}

/** Milliseconds without a message that a cached place is used. */
const PLACE_TTL_MS = 5000
/** Milliseconds that ledger and names stay in memory. */
const STAGE_TTL_MS = 1_800_000
/** Milliseconds before corrections appear on the podium. */
const PODIUM_TTL_MS = 60_000

export function createScreens({ db, redis, caches, games, log }: Needs): Screens {
  const places = caches.create<PlaceRow | null>({ ttl: PLACE_TTL_MS, max: 200 })
  const stages = caches.create<Stage>({ ttl: STAGE_TTL_MS, max: 4 })
  const podiums = caches.create<CeremonyPodium>({ ttl: PODIUM_TTL_MS, max: 50 })

  const placeIn = (gameId: number) =>
    places.through(String(gameId), async () => ({
      value: await findCeremonyState(db.pool, gameId),
      tags: [`ceremony:${gameId}`, `game:${gameId}`]
    }))

  const stageOf = (gameId: number, { started, seq, frozen }: PlaceRow) =>
    stages.through(`${gameId} ${started.getTime()}`, async () => {
      const steps = (await readCeremonySteps(db.pool, gameId)).map(
        ([participationId, challengeId, tries]) => ({
          ...{ participationId, challengeId, tries }
        })
      )
      const events = await readLedgerUpTo(db.pool, gameId, seq)
      const names = await readStageNames(db.pool, gameId)
      return { value: new Stage(events, frozen.getTime(), steps, names), tags: [] }
    })

  const podiumIn = (gameId: number) =>
    podiums.through(String(gameId), async () => {
      const events = await readLedgerUpTo(db.pool, gameId, Number.POSITIVE_INFINITY)
      const { teams } = await readStageNames(db.pool, gameId)
      const state = fold(events)
      settle(state)
      const value = podiumOf(state, (id) => teams.get(id) ?? { name: `#${id}`, avatar: null })
      return { value, tags: [] }
    })

  const sceneIn = async (gameId: number, place: PlaceRow): Promise<CeremonyScene> => ({
    ...(await stageOf(gameId, place)).scene(place),
    podium: place.done ? await podiumIn(gameId) : null
  })

  const publish = async (gameId: number): Promise<void> => {
    try {
      const place = await findCeremonyState(db.pool, gameId)
      const scene = place && (await sceneIn(gameId, place))
      const message: CeremonyMessage = { game: gameId, scene }
      await redis.publish(channelOf(redis, CEREMONY_CHANNEL), JSON.stringify(message))
    } catch (error) {
      log.debug({ game: gameId, err: (error as Error).message }, 'ceremony_not_pushed')
    }
  }

  return {
    publish,

    async scene(ctx, gameId) {
      await games.see(ctx, gameId)
      const place = await placeIn(gameId)
      return place && sceneIn(gameId, place)
    },

    async remote(ctx, gameId) {
      requireInGame(ctx, gameId, 'reveal')
      await games.see(ctx, gameId)
      const place = await findCeremonyState(db.pool, gameId)
      if (!place) return null
      const stage = await stageOf(gameId, place)
      const outdated = !place.done && (await readLedgerHead(db.pool, gameId)) > place.seq
      return { scene: await sceneIn(gameId, place), ...stage.behind(place.position), outdated }
    }
  }
}
