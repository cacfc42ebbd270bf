import { z } from 'zod'
import { requireInGame } from '~/server/access'
import { type Ctx, mayIn } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { type Database, rows, text } from '~/server/db'
import type { GameAccess, GameFacts } from '~/server/games/contract'
import { gamePhase } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import { AppError, gameNotStarted } from '~/server/platform/errors'
import type { Redis } from '~/server/platform/redis'
import type { Watch, WatchMatter } from './contract'
import { readWatchFacts } from './facts'
import { readWatchLists } from './lists'
import {
  advanceTracks,
  lastClosedOf,
  openMatters,
  signalsFromFacts,
  type Track,
  type Tracks,
  verdictOf
} from './rules'
import { readTiles, WINDOW } from './series'
import { readSocketCounts } from './socket-counts'
import { WAITING } from './waiting'

/** The watch of a running game (docs/rules/watch.md). Monitor and Admin, from the start. */
export interface Watching {
  /** Seconds old, shared by readers. @throws AppError 401, 403, `game.not_found` 404, `game.not_started` (10001) */
  of(ctx: Ctx, gameId: number): Promise<Watch>
  /** Takes an open matter; no-op when somebody has it. @throws AppError as `of`; `watch.matter_closed` 404 */
  take(ctx: Ctx, gameId: number, key: string): Promise<void>
}

interface Needs {
  db: Database
  redis: Redis
  caches: Caches
  change: MakeChange
  games: GameAccess
}

const TTL_MS = 4000
const TIMEOUT_MS = 1000
const KEPT_SECONDS = 86_400

const TAKEN = 'watch_matter_taken'
const tagOf = (gameId: number) => `watch:${gameId}`
const stored = z.record(
  z.string(),
  z.custom<Track>((value) => typeof value === 'object' && value !== null)
)

// The first taker since the matter opened wins.
const TAKES = `
  SELECT DISTINCT ON (m.key) m.key, u.user_name AS name
  FROM unnest($2::text[], $3::timestamptz[]) m (key, since)
  JOIN audit_events a ON a.target = $1 AND a.action = '${TAKEN}' AND a.after ->> 'matter' = m.key AND a.at >= m.since
  JOIN users u ON u.id = a.actor_id
  ORDER BY m.key, a.id`

export function createWatching({ db, redis, caches, change, games }: Needs): Watching {
  const kept = caches.create<Watch>({ ttl: TTL_MS, max: 50 })
  /** Last conditions seen here, for when Redis is away. */
  const seen = new Map<number, Tracks>()
  const within = <T>(work: Promise<T>) => withTimeout(TIMEOUT_MS, work).catch(() => null)

  const advanced = async (gameId: number, signals: ReturnType<typeof signalsFromFacts>, now: number) => {
    const key = `halyard:watch:${gameId}`
    const json = await within(redis.get(key))
    const known = json ? stored.parse(JSON.parse(json)) : (seen.get(gameId) ?? {})
    const tracks = advanceTracks(known, signals, now)
    seen.set(gameId, tracks)
    await within(redis.set(key, JSON.stringify(tracks), { EX: KEPT_SECONDS }))
    return tracks
  }

  const takers = async (gameId: number, tracks: Track[]) => {
    if (tracks.length === 0) return new Map<string, string>()
    const found = await rows(db.pool, { key: text, name: text }, TAKES, [
      `game:${gameId}`,
      tracks.map(({ key }) => key),
      tracks.map(({ over }) => new Date(over))
    ])
    return new Map(found.map(({ key, name }) => [key, name]))
  }

  const readWatch = async (game: GameFacts): Promise<Watch> => {
    const now = new Date()
    const { facts, health, waiting } = await readWatchFacts(db, redis, game.id, now)
    const tracks = await advanced(game.id, signalsFromFacts(facts, now.getTime()), now.getTime())
    const open = openMatters(tracks)
    const last = lastClosedOf(tracks)
    const by = await takers(game.id, last ? [...open, last] : open)
    const matterOf = ({ key, kind, level, over, count, about, id, unassigned }: Track): WatchMatter => ({
      ...{ key, kind, level, since: over, count, about, id },
      takenBy: by.get(key) ?? null,
      // Absent in rows that a process of the version before stored.
      unassigned: unassigned ?? null
    })
    const lastClosed = last && { ...matterOf(last), closed: last.closed! }
    const sockets = await within(readSocketCounts(redis, game.id, WINDOW, now.getTime()))
    const tiles = await readTiles(db.pool, game, sockets, now)
    const lists = await readWatchLists(db.pool, game, now)
    return {
      ...{ at: now.getTime(), verdict: verdictOf(open), matters: open.map(matterOf), lastClosed },
      ...{ waiting, health, tiles, ...lists }
    }
  }

  const of: Watching['of'] = async (ctx, gameId) => {
    requireInGame(ctx, gameId, 'watch')
    const game = await games.info(gameId)
    if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
    const watch = await kept.through(String(gameId), async () => ({
      value: await readWatch(game),
      tags: [tagOf(gameId), `game:${gameId}`]
    }))
    const waiting = watch.waiting.filter(({ what }) => mayIn(ctx.actor, gameId, WAITING[what]))
    return { ...watch, waiting }
  }

  return {
    of,
    async take(ctx, gameId, key) {
      const { matters } = await of(ctx, gameId)
      const matter = matters.find((one) => one.key === key)
      if (!matter) throw new AppError('watch.matter_closed', 404)
      if (matter.takenBy !== null) return
      await change(ctx, async (tx) => {
        await tx.audit({ action: TAKEN, target: `game:${gameId}`, after: { matter: key } })
        tx.invalidate(tagOf(gameId))
      })
    }
  }
}
