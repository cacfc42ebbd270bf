import { requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { CATEGORY_COLUMNS, CATEGORY_ROW } from '~/server/categories'
import type { CustomCategory } from '~/server/categories/constants'
import { CHALLENGE_LIMITS, type ChallengeCategory } from '~/server/challenges/constants'
import type { Change, MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, row, rows, text, time } from '~/server/db'
import { changeNotice, insertNotices } from '~/server/notices'
import type { NoticeChange } from '~/server/notices/contract'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import type { BlockInput, FlagBlock } from './contract'

/** SQL: the challenge `c` takes no flags now. As store_submissions() decides it. */
export const BLOCKED_SQL = '(c.blocked_at IS NOT NULL AND c.unblocked_at IS NULL)'

/** SQL: since when and why the challenge `c` takes no flags; `blockedAt` null while it takes them. */
export const BLOCK_COLUMNS = `CASE WHEN ${BLOCKED_SQL} THEN c.blocked_at END AS "blockedAt", c.block_reason AS "blockReason"`
export const BLOCK_ROW = { blockedAt: nullable(time), blockReason: text }

/** The block as players read it; null while the challenge takes flags. */
export const blockOf = (found: { blockedAt: Date | null; blockReason: string }): FlagBlock | null =>
  found.blockedAt && { since: wireTime(found.blockedAt), reason: found.blockReason }

/** A challenge takes no flags while it is broken (docs/rules/challenges.md#blocked-flags). Administrators only. */
export interface FlagBlocks {
  /**
   * Lists the challenges of a game by title; at most `CHALLENGE_LIMITS.listed`.
   * @throws AppError 403 for a caller who may not block them
   */
  list(ctx: Ctx, gameId: number): Promise<BlockedChallenge[]>
  /**
   * Flags of a challenge are refused from now on; of one that is blocked, only the reason changes.
   * @throws AppError `game.not_found`, `challenge.not_found` 404
   */
  block(ctx: Ctx, gameId: number, challengeId: number, input: BlockInput): Promise<void>
  /** Takes flags again. @throws AppError as `block`; `challenge.not_blocked` 400 */
  unblock(ctx: Ctx, gameId: number, challengeId: number): Promise<void>
}

const CHALLENGE = {
  title: text,
  ...BLOCK_ROW,
  announced: bool,
  /** Players see it now, and all of them may know its name. */
  seen: bool,
  now: time
}

/** The challenge, and the database's time; the change holds ledger and intake, so no flag comes in after it. */
async function challengeIn(tx: Change, gameId: number, challengeId: number) {
  const found = await row(
    tx,
    CHALLENGE,
    `SELECT c.title, ${BLOCK_COLUMNS}, c.block_announced AS announced,
       c.enabled AND NOT (c.hide_locked AND c.requires <> '{}')
         AND g.start_at <= clock_timestamp() AND clock_timestamp() < g.final_at AS seen,
       date_trunc('milliseconds', clock_timestamp()) AS now
     FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.game_id = $1 AND c.id = $2`,
    [gameId, challengeId]
  )
  if (!found) throw notFound('challenge.not_found')
  return found
}

/** `block`: the last time in which it took no flags, `until` null while it lasts; null before the first. */
export interface BlockedChallenge {
  id: number
  title: string
  category: ChallengeCategory
  customCategory: CustomCategory | null
  isEnabled: boolean
  block: (FlagBlock & { until: string | null }) | null
}

const LISTED = {
  id: number,
  title: text,
  ...CATEGORY_ROW,
  isEnabled: bool,
  since: nullable(time),
  until: nullable(time),
  reason: text
}
const LIST = `
  SELECT id, title, ${CATEGORY_COLUMNS}, enabled AS "isEnabled", blocked_at AS since, unblocked_at AS until, block_reason AS reason
  FROM challenges c WHERE game_id = $1 ORDER BY enabled DESC, lower(title), id LIMIT ${CHALLENGE_LIMITS.listed}`

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

export function createFlagBlocks({ db, change, log }: Needs): FlagBlocks {
  const told = async (tx: Change, gameId: number, notice: NoticeChange) => {
    await insertNotices(tx, gameId, tx.ctx.now, [changeNotice(notice)])
    tx.invalidate(`notices:${gameId}`)
  }

  /** Empties caches of what shows the challenge. */
  const shown = (tx: Change, gameId: number, challengeId: number) => {
    tx.invalidate(`challenge:${challengeId}`)
    tx.notifyScoring(gameId, 'refresh')
  }

  return {
    async list(ctx, gameId) {
      requireInGame(ctx, gameId, 'blocks')
      const found = await rows(db.pool, LISTED, LIST, [gameId])
      return found.map(({ since, until, reason, ...one }) => ({
        ...one,
        block: since && { since: wireTime(since), until: until && wireTime(until), reason }
      }))
    },

    async block(ctx, gameId, challengeId, { reason, announce = false }) {
      requireInGame(ctx, gameId, 'blocks')
      await change(ctx, { ledger: gameId, intake: gameId }, async (tx) => {
        const { title, blockedAt, blockReason, announced, seen, now } = await challengeIn(
          tx,
          gameId,
          challengeId
        )
        const tells = announce && seen
        const since = blockedAt ?? now
        await tx.query(
          `UPDATE challenges SET blocked_at = $2, unblocked_at = NULL, block_reason = $3, block_announced = $4 WHERE id = $1`,
          [challengeId, since, reason, tells || (blockedAt !== null && announced)]
        )
        if (tells) await told(tx, gameId, { kind: 'FlagsBlocked', values: [title, reason] })
        await tx.audit({
          action: 'flags_blocked',
          target: `challenge:${challengeId}`,
          before: blockedAt && { since: wireTime(blockedAt), reason: blockReason },
          after: { since: wireTime(since), reason }
        })
        shown(tx, gameId, challengeId)
      })
      log.info({ game: gameId, challenge: challengeId, ...callerLogFields(ctx) }, 'flags_blocked')
    },

    async unblock(ctx, gameId, challengeId) {
      requireInGame(ctx, gameId, 'blocks')
      await change(ctx, { ledger: gameId, intake: gameId }, async (tx) => {
        const { title, blockedAt, announced, seen, now } = await challengeIn(tx, gameId, challengeId)
        if (!blockedAt) throw new AppError('challenge.not_blocked')
        await tx.query('UPDATE challenges SET unblocked_at = $2 WHERE id = $1', [challengeId, now])
        if (announced && seen) await told(tx, gameId, { kind: 'FlagsUnblocked', values: [title] })
        await tx.audit({
          action: 'flags_unblocked',
          target: `challenge:${challengeId}`,
          before: { since: wireTime(blockedAt) },
          after: { until: wireTime(now) }
        })
        shown(tx, gameId, challengeId)
      })
      log.info({ game: gameId, challenge: challengeId, ...callerLogFields(ctx) }, 'flags_unblocked')
    }
  }
}
