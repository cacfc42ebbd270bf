import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { addMember } from '../admitting'
import type { Captained } from '../captained'
import { MAX_ASKED, MAX_WAITING } from './constants'
import type { OwnRequest, RequestInput, TeamRequest } from './contract'
import { defineRequests } from './model'
import {
  findCaptainId,
  findOpenRequest,
  findRequestTarget,
  listOpenRequests,
  listOwnRequests
} from './queries'

/** Players ask teams, captains answer (docs/rules/teams.md#requests). */
export interface Requests {
  /** The caller's requests: open ones, and answers until they are closed. */
  asked(ctx: Ctx): Promise<OwnRequest[]>
  /**
   * @throws AppError in this order: `team.not_found`, `team.already_member`, `team.requests_closed`, `team.request_waits`,
   * `team.request_declined`, `team.request_limit`, `team.requests_full`
   */
  ask(ctx: Ctx, id: number, input: RequestInput): Promise<void>
  /** Takes a waiting request back, and closes an answer. @throws AppError `team.request_not_found` 404 */
  withdraw(ctx: Ctx, id: number): Promise<void>
  /** Open requests to the team, the oldest first; at most 50. Captain only. */
  requests(ctx: Ctx, id: number): Promise<TeamRequest[]>
  /** Accepts or declines a request. Captain only. @throws AppError `team.request_not_found` 404, `team.already_member` */
  answer(ctx: Ctx, id: number, userId: string, accept: boolean): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

/** Checks that the player may ask. @throws AppError in the order of `ask` */
function requireAskable(team: Awaited<ReturnType<typeof findRequestTarget>>) {
  if (!team) throw new AppError('team.not_found')
  if (team.member) throw new AppError('team.already_member')
  if (!team.open) throw new AppError('team.requests_closed')
  if (team.state === 'Waiting') throw new AppError('team.request_waits')
  if (team.barred) throw new AppError('team.request_declined')
  if (team.asked >= MAX_ASKED) throw new AppError('team.request_limit', 400, { params: { max: MAX_ASKED } })
  if (team.waiting >= MAX_WAITING) throw new AppError('team.requests_full')
  return team
}

export function createRequests({ db, change, log }: Needs, { read, write }: Captained): Requests {
  const requests = defineRequests(db.sequelize)
  return {
    asked: async (ctx) => listOwnRequests(db.pool, requireActor(ctx).id),

    async ask(ctx, id, { text }) {
      const { id: userId, rehearsal } = requireActor(ctx)
      await change(ctx, async (tx) => {
        const team = requireAskable(rehearsal ? undefined : await findRequestTarget(tx, ctx.now, id, userId))
        const values = { text, at: ctx.now, state: 'Waiting' as const, answeredAt: null, seen: false }
        await requests.upsert({ teamId: id, userId, ...values }, { transaction: tx.transaction })
        tx.invalidate(`user:${team.captainId}`, `user:${userId}`)
      })
      log.info({ team: id, ...callerLogFields(ctx) }, 'team_requested')
    },

    async withdraw(ctx, id) {
      const { id: userId } = requireActor(ctx)
      await change(ctx, async (tx) => {
        const { transaction } = tx
        const own = { teamId: id, userId }
        const taken = await requests.destroy({ where: { ...own, state: 'Waiting' }, transaction })
        // A declined one stays, because it bars another one for a while.
        const [closed] = taken
          ? [0]
          : await requests.update({ seen: true }, { where: { ...own, seen: false }, transaction })
        if (taken + closed === 0) throw notFound('team.request_not_found')
        tx.invalidate(`user:${userId}`)
        if (taken > 0) tx.invalidate(`user:${await findCaptainId(tx, id)}`)
      })
    },

    async requests(ctx, id) {
      await read(ctx, id)
      return listOpenRequests(db.pool, id)
    },

    async answer(ctx, id, userId, accept) {
      await write(ctx, id, async (team, tx) => {
        if (!(await findOpenRequest(tx, id, userId))) throw notFound('team.request_not_found')
        const { transaction } = tx
        const answered = {
          state: accept ? ('Accepted' as const) : ('Declined' as const),
          answeredAt: ctx.now
        }
        await requests.update(answered, { where: { teamId: id, userId }, transaction })
        if (accept) await addMember(tx, id, userId)
        tx.invalidate(`user:${userId}`, `user:${team.captainId}`)
      })
      log.info(
        { team: id, member: userId, ...callerLogFields(ctx) },
        accept ? 'team_joined' : 'team_request_declined'
      )
    }
  }
}
