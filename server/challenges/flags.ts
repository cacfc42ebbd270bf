import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import type { Assets } from '~/server/assets'
import type { Upload } from '~/server/assets/contract'
import { audit } from '~/server/audit'
import type { Database, Sql } from '~/server/platform/db'
import { AppError } from '~/server/platform/errors'
import type { TaskStatus } from '~/server/platform/wire'
import { shown } from './changes'
import { CHALLENGE_LIMITS, type FlagSamples, type FlagsInput, flagsInput, type PoolStock } from './contract'
import { samplesOf, stockOf } from './flag-list'
import { insertFlags, removeFree } from './flag-rows'
import type { Holds } from './hold'

/** The flags that solve a challenge. Administrators only. */
export interface FlagEditing {
  /** How far the flags of a dynamic challenge go. */
  stock(ctx: Ctx, gameId: number, id: number): Promise<PoolStock>
  /** What a template would give; nothing is stored. */
  samples(ctx: Ctx, gameId: number, id: number, template: string): Promise<FlagSamples>
  /**
   * Adds the files of a dynamic attachment: the name of each is its flag. Answers how many flags are new.
   * @throws AppError `file.empty` and those of addFlags; `field.flag_too_long`, `field.flag_required` for a name
   */
  uploadFlags(ctx: Ctx, gameId: number, id: number, files: readonly Upload[]): Promise<number>
  /**
   * Adds the flags it does not have yet, with their files; nothing is judged again (decisions.md). Answers how many
   * those are.
   * @throws AppError `challenge.flag_attachment_not_allowed` unless each team gets a file of its own,
   *   `file.not_found` for a file that was not uploaded, `challenge.too_many_flags`
   */
  addFlags(ctx: Ctx, gameId: number, id: number, flags: FlagsInput): Promise<number>
  /**
   * Without its last flag a challenge is disabled, as nobody could solve it. `Denied` for a flag that a team has
   * drawn: the team could not solve it any more (decisions.md, Attachments of dynamic type).
   */
  removeFlag(ctx: Ctx, gameId: number, id: number, flagId: number): Promise<TaskStatus>
}

interface Needs {
  db: Database
  assets: Pick<Assets, 'keep'>
  holds: Holds
}

/** What the names of files say as flags. @throws AppError of the first that is none */
function namedFlags(files: readonly Upload[]): FlagsInput {
  if (files.length === 0 || files.some(({ size }) => size === 0)) throw new AppError('file.empty')
  const read = flagsInput.safeParse(
    files.map(({ name, hash }) => ({ flag: name, attachmentType: 'Local', fileHash: hash }))
  )
  if (!read.success) throw new AppError(read.error.issues[0]!.message)
  return read.data
}

export function createFlagEditing({ db, assets, holds }: Needs): FlagEditing {
  const { find, change, follow, flagCount } = holds

  /** `keep` stores what the flags refer to, in the same transaction. */
  const add = async (
    ctx: Ctx,
    gameId: number,
    id: number,
    given: FlagsInput,
    keep?: (sql: Sql) => Promise<void>
  ) => {
    const unique = [...new Map(given.map((one) => [one.flag.trim(), one])).entries()]
    const filed = given.some(({ attachmentType }) => attachmentType !== 'None')
    return change(gameId, id, async ({ challenge, sql }) => {
      if (filed && challenge.type !== 'DynamicAttachment')
        throw new AppError('challenge.flag_attachment_not_allowed')
      await keep?.(sql)
      const { count, all } = await insertFlags(sql, id, unique)
      if (all + count > CHALLENGE_LIMITS.flags) throw new AppError('challenge.too_many_flags')
      await audit(sql, ctx, { action: 'flags_added', target: `challenge:${id}`, after: { count } })
      return { result: count, wakes: [] }
    })
  }

  return {
    async stock(ctx, gameId, id) {
      actorOf(ctx, 'Admin')
      return stockOf(db.pool, await find(gameId, id))
    },

    async samples(ctx, gameId, id, template) {
      actorOf(ctx, 'Admin')
      return samplesOf(db.pool, await find(gameId, id), template)
    },

    async addFlags(ctx, gameId, id, given) {
      actorOf(ctx, 'Admin')
      return add(ctx, gameId, id, given)
    },

    async uploadFlags(ctx, gameId, id, files) {
      actorOf(ctx, 'Admin')
      const inOrder = [...files].sort((a, b) => (a.hash < b.hash ? -1 : 1))
      return add(ctx, gameId, id, namedFlags(files), async (sql) => {
        for (const file of inOrder) await assets.keep(sql, file)
      })
    },

    async removeFlag(ctx, gameId, id, flagId) {
      actorOf(ctx, 'Admin')
      return change(gameId, id, async (hold) => {
        const { challenge, transaction, sql } = hold
        const outcome = await removeFree(sql, id, flagId)
        if (outcome !== 'Success') return { result: outcome, wakes: [] }
        await audit(sql, ctx, { action: 'flag_removed', target: `challenge:${id}`, before: { flagId } })
        const before = shown(challenge)
        const unsolvable = challenge.type !== 'DynamicContainer' && (await flagCount(hold)) === 0
        if (challenge.enabled && unsolvable) await challenge.update({ enabled: false }, { transaction })
        return { result: outcome, wakes: await follow(hold, ctx, before) }
      })
    }
  }
}
