import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { NotificationReason } from './contract'
import { notifyScoring } from './ledger'

/** Call after the commit. If lost, the next sweep finds the work within 500 ms. */
export const createNotifyScoring =
  (redis: Redis, log: Log) =>
  (gameId: number, reason: NotificationReason = 'judge'): void => {
    notifyScoring(redis, gameId, reason).catch((error: Error) =>
      log.warn({ game: gameId, err: error.message }, 'scoring_not_notified')
    )
  }
