import { requireInGame } from '~/server/access'
import { type Ctx, callerUserId, mayIn } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { InstanceNotifications } from '~/server/instances'
import { notFound } from '~/server/platform/errors'
import type { Plugins } from '~/server/plugins'
import type { CheckItem, CheckView } from './contract'
import { findCheckView, listCheckItems } from './queries'
import { checkedChallenge, type RunNeeds, startRun } from './runs'
import { startDueRuns } from './schedule'
import { type CheckWorkStore, createCheckWorkStore } from './work'

/** Checks that challenges can be solved (docs/rules/solve-checks.md). */
export interface SolveChecks {
  /**
   * Begins a run; the one that is open already stands for it. Administrators only.
   * @returns its id
   * @throws AppError `game.not_found`, `challenge.not_found` 404, `check.no_solver`, `container.config_incomplete`
   */
  start(ctx: Ctx, gameId: number, challengeId: number): Promise<string>
  /** Monitor and Admin. @throws AppError `game.not_found`, `challenge.not_found` 404 */
  of(ctx: Ctx, gameId: number, challengeId: number): Promise<CheckView>
  /** Challenges with a solver, by id, each with its last run. Monitor and Admin. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number): Promise<CheckItem[]>
  /** Begins the checks that are due, and ends or retries those that were left. */
  upkeep(): Promise<void>
  /** For the workers of the jobs process. */
  work: CheckWorkStore
}

interface Needs extends RunNeeds {
  db: Database
  plugins: Pick<Plugins, 'check'>
  change: MakeChange
  games: GameAccess
  instances: { notifications: Pick<InstanceNotifications, 'notifyWorkers'> }
}

/** Flags are in the lists of flags. */
const seesFlags = ({ actor }: Ctx, gameId: number) => mayIn(actor, gameId, 'challenges')

export function createSolveChecks({ instances, ...given }: Needs): SolveChecks {
  const { notifyWorkers } = instances.notifications
  const needs = { ...given, notifyWorkers }
  const { db, change, games } = needs
  const work = createCheckWorkStore(needs)
  return {
    work,

    async start(ctx, gameId, challengeId) {
      requireInGame(ctx, gameId, 'challenges')
      await games.info(gameId)
      return change(ctx, async (tx) => {
        const challenge = await checkedChallenge(tx, challengeId)
        if (challenge?.gameId !== gameId) throw notFound('challenge.not_found')
        const { id, isNew } = await startRun(tx, needs, challenge, { cause: 'hand', by: callerUserId(ctx) })
        if (isNew) await tx.audit({ action: 'solve_check_started', target: `challenge:${challengeId}` })
        tx.after(notifyWorkers)
        return id
      })
    },

    async of(ctx, gameId, challengeId) {
      requireInGame(ctx, gameId, 'checks')
      await games.info(gameId)
      const view = await findCheckView(db.pool, gameId, challengeId, { withFlags: seesFlags(ctx, gameId) })
      if (!view) throw notFound('challenge.not_found')
      return view
    },

    async list(ctx, gameId) {
      requireInGame(ctx, gameId, 'checks')
      await games.info(gameId)
      return listCheckItems(db.pool, gameId, { withFlags: seesFlags(ctx, gameId) })
    },

    async upkeep() {
      await work.sweep()
      await startDueRuns(db, needs)
    }
  }
}
