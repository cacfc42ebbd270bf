import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { z } from 'zod'
import { type Database, number, row } from '~/server/db'
import { NOTIFICATION_REASONS } from '~/server/ledger'
import type { Caches } from '~/server/platform/cache'
import type { Log } from '~/server/platform/log'
import { channelOf, type Redis } from '~/server/platform/redis'
import type { Plugins } from '~/server/plugins'
import { createTraceContexts } from '~/server/submissions'
import { AnswerChecks } from './answer-checks'
import { ALIVE_CHANNEL, FORWARD_CHANNEL } from './board/redis-keys'
import { createScripts } from './board/scripts'
import type { GameContext } from './game-leader'
import { GameScheduler } from './game-scheduler'
import { type Access, createGateway } from './gateway'
import { Sweep } from './lost-work-sweep'
import { NotificationReader } from './notifications'

interface ScoringNeeds {
  db: Database
  redis: Redis
  caches: Pick<Caches, 'onInvalidate' | 'invalidate'>
  server: Server
  access: Access
  publicUrl: string | null
  /** Null for any number. */
  socketsPerAddress: number | null
  judged: GameContext['judged']
  plugins: Pick<Plugins, 'names' | 'check'>
  log: Log
}

const forwardedNotification = z.object({ game: z.int(), reason: z.enum(NOTIFICATION_REASONS) })

/** A scoring process: judge, boards and sockets. Any number of processes share the games. */
export async function startScoring(needs: ScoringNeeds): Promise<{ close(): Promise<void> }> {
  const { db, redis, caches, judged, plugins, log } = needs
  const token = randomBytes(8).toString('hex')
  const scripts = createScripts(redis, token)
  const gateway = await createGateway({
    ...{ ...needs, token, headOf: (game) => headOf(db, game) },
    want: (game) => scheduler.request(game, 'board')
  })
  const { invalidate } = caches
  const traceContexts = createTraceContexts(redis, log)
  if (traceContexts.enabled()) traceContexts.listen()
  const checks = new AnswerChecks({
    ...{ db, plugins, log },
    judge: (game) => scheduler.schedule(game, 'judge')
  })
  const scheduler: GameScheduler = new GameScheduler({
    ...{ db, log, scripts, token, judged, traceContexts, invalidate, checks },
    push: gateway.push
  })
  caches.onInvalidate(gateway.recheck)

  const subscriber = redis.duplicate()
  subscriber.on('error', () => {})
  await subscriber.connect()
  await subscriber.subscribe(`${ALIVE_CHANNEL}${token}`, () => {})
  await subscriber.subscribe(channelOf(redis, FORWARD_CHANNEL), (text) => {
    const { data } = forwardedNotification.safeParse(JSON.parse(text))
    if (data) scheduler.onForwarded(data.game, data.reason)
  })

  const reader = redis.duplicate()
  reader.on('error', () => {})
  await reader.connect()
  const notifications = new NotificationReader(
    reader,
    redis,
    token,
    (game, reason) => scheduler.request(game, reason),
    log
  )
  const sweep = new Sweep(db, scripts, scheduler, () => !notifications.live, log)
  notifications.start()
  sweep.start()

  return {
    async close() {
      await Promise.all([sweep.stop(), notifications.stop()])
      checks.close()
      await scheduler.close()
      subscriber.destroy()
      traceContexts.close()
      await gateway.close()
    }
  }
}

/** The entry from which deltas start if Redis has none: the end of the ledger; 0 while the game is frozen. */
async function headOf({ pool }: Database, game: number): Promise<number> {
  const head = await row(
    pool,
    { seq: number },
    {
      name: 'ledger_head',
      text: `SELECT CASE WHEN g.freeze_at IS NULL OR g.revealed_at IS NOT NULL THEN h.seq ELSE 0 END AS seq
             FROM ledger_heads h JOIN games g ON g.id = h.game_id WHERE h.game_id = $1`,
      values: [game]
    }
  )
  return head?.seq ?? 0
}
