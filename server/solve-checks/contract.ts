import { z } from 'zod'
import { CHECK_STATES } from '~/server/challenges/contract'
import { wireTimeText } from '~/server/platform/wire'
import { RUN_CAUSES, RUN_OUTCOMES, RUN_REASONS } from './constants'

const checkRun = z
  .object({
    id: z.uuid(),
    cause: z.enum(RUN_CAUSES),
    requestedAt: wireTimeText,
    /** Null for the platform, and for a deleted account. */
    requestedBy: z.string().nullable(),
    /** When its solver started; null if it has not, or never did. */
    startedAt: wireTimeText.nullable(),
    /** Null while it waits or runs. */
    endedAt: wireTimeText.nullable(),
    /** Null until it has ended. */
    outcome: z.enum(RUN_OUTCOMES).nullable(),
    /** Null when it passed. */
    reason: z.enum(RUN_REASONS).nullable(),
    /** A code of instances or errors that tells more; null for none. */
    detail: z.string().nullable(),
    exitCode: z.int().nullable(),
    /** Milliseconds of its solver; null when that never began. */
    duration: z.int().nullable(),
    /** The last 16 KiB; flags are masked for readers who may not see them. */
    output: z.string()
  })
  .meta({ id: 'SolveCheckRunModel' })
export type CheckRun = z.infer<typeof checkRun>

const standing = {
  challengeId: z.int(),
  title: z.string(),
  state: z.enum(CHECK_STATES),
  /** Since when it is so; null for `never`. */
  since: wireTimeText.nullable(),
  /** The next scheduled run; null without a schedule. */
  nextAt: wireTimeText.nullable()
}

/** How one challenge stands, its last runs newest first. */
export const checkView = z.object({ ...standing, runs: z.array(checkRun) }).meta({ id: 'SolveCheckModel' })
export type CheckView = z.infer<typeof checkView>

/** A challenge with a solver; `last` is null before the first run. */
export const checkItem = z
  .object({ ...standing, last: checkRun.nullable() })
  .meta({ id: 'SolveCheckItemModel' })
export type CheckItem = z.infer<typeof checkItem>

export const checkStarted = z.object({ id: z.uuid() }).meta({ id: 'SolveCheckStartModel' })
