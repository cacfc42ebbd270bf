import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import { AppError } from '~/server/platform/errors'
import { shown } from './changes'
import type { FlagsInput, TaskStatus } from './contract'
import type { Holds } from './hold'

/** The flags that solve a challenge. Administrators only. */
export interface FlagEditing {
  /** Adds the flags it does not have yet; nothing is judged again (decisions.md). */
  addFlags(ctx: Ctx, gameId: number, id: number, flags: FlagsInput): Promise<void>
  /** Without its last flag a challenge is disabled, as nobody could solve it. */
  removeFlag(ctx: Ctx, gameId: number, id: number, flagId: number): Promise<TaskStatus>
}

export function createFlagEditing({ flags, change, follow, flagCount }: Holds): FlagEditing {
  return {
    async addFlags(ctx, gameId, id, given) {
      actorOf(ctx, 'Admin')
      if (given.some(({ attachmentType }) => attachmentType !== 'None'))
        throw new AppError('challenge.flag_attachment_not_allowed')
      await change(gameId, id, async ({ transaction, sql }) => {
        const known = await flags.findAll({ where: { challengeId: id }, attributes: ['flag'], transaction })
        const texts = new Set(given.map(({ flag }) => flag.trim()))
        for (const { flag } of known) texts.delete(flag)
        await flags.bulkCreate(
          [...texts].map((flag) => ({ challengeId: id, flag })),
          { transaction }
        )
        await audit(sql, ctx, {
          action: 'flags_added',
          target: `challenge:${id}`,
          after: { count: texts.size }
        })
        return { result: undefined, wakes: [] }
      })
    },

    async removeFlag(ctx, gameId, id, flagId) {
      actorOf(ctx, 'Admin')
      return change(gameId, id, async (hold) => {
        const { challenge, transaction, sql } = hold
        const removed = await flags.destroy({ where: { id: flagId, challengeId: id }, transaction })
        if (removed === 0) return { result: 'NotFound' as const, wakes: [] }
        await audit(sql, ctx, { action: 'flag_removed', target: `challenge:${id}`, before: { flagId } })
        const before = shown(challenge)
        const unsolvable = challenge.type !== 'DynamicContainer' && (await flagCount(hold)) === 0
        if (challenge.enabled && unsolvable) await challenge.update({ enabled: false }, { transaction })
        return { result: 'Success' as const, wakes: await follow(hold, ctx, before) }
      })
    }
  }
}
