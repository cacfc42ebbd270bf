import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { type Assets, requireUsable } from '~/server/assets'
import type { Upload } from '~/server/assets/contract'
import type { Database, Sql } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { TaskStatus } from '~/server/platform/wire'
import { noticeFields } from '../columns'
import { CHALLENGE_LIMITS, type FlagsInput, flagsInput } from '../contract'
import type { LockedChallenges } from '../locked-challenge'
import { isSolvable } from '../solvable'
import type { FlagSamples, PoolDecoy, PoolStock } from './contract'
import { writePoolDecoys } from './decoys'
import { countFlagStock, readFlagSamples } from './queries'
import { insertFlags, removeFree } from './writes'

export interface FlagEditing {
  stock(ctx: Ctx, gameId: number, id: number): Promise<PoolStock>
  samples(ctx: Ctx, gameId: number, id: number, template: string): Promise<FlagSamples>
  /**
   * Adds files of a dynamic attachment; each name is its flag. Returns the number of new flags.
   * @throws AppError `file.empty` and those of addFlags; `field.flag_too_long`, `field.flag_required` for a name
   */
  uploadFlags(ctx: Ctx, gameId: number, id: number, files: readonly Upload[]): Promise<number>
  /**
   * Adds the flags that the challenge does not have yet, with their files; nothing is judged again
   * (docs/rules/flags.md#adding-flags). Returns how many are new.
   * @throws AppError `challenge.flag_attachment_not_allowed`, `challenge.decoy_not_allowed` unless each team gets a file of its
   * own, `challenge.decoy_is_flag`, `file.not_found` for a file that was not uploaded, `challenge.too_many_flags`
   */
  addFlags(ctx: Ctx, gameId: number, id: number, flags: FlagsInput): Promise<number>
  /**
   * Writes which decoy is in the file of which flag, null for none; returns for how many flags (docs/rules/flags.md#decoys).
   * @throws AppError `challenge.decoy_not_allowed` unless each team gets a file of its own, `challenge.decoy_flag_unknown` 404,
   * `challenge.decoy_is_flag`
   */
  setPoolDecoys(ctx: Ctx, gameId: number, id: number, decoys: readonly PoolDecoy[]): Promise<number>
  /**
   * Removes a flag. If nobody could solve the challenge without it, the challenge is disabled. `Denied` for a flag that a team
   * has drawn: the team could not solve it any more (docs/rules/flags.md#removing-a-flag).
   */
  removeFlag(ctx: Ctx, gameId: number, id: number, flagId: number): Promise<TaskStatus>
}

interface Needs {
  db: Database
  assets: Pick<Assets, 'keep' | 'storeAhead'>
  lockedChallenges: LockedChallenges
}

/** @throws AppError for the first name that is no flag */
function namedFlags(files: readonly Upload[]): FlagsInput {
  if (files.length === 0 || files.some(({ size }) => size === 0)) throw new AppError('file.empty')
  const read = flagsInput.safeParse(
    files.map(({ name, hash }) => ({ flag: name, attachmentType: 'Local', fileHash: hash }))
  )
  if (!read.success) throw new AppError(read.error.issues[0]!.message)
  return read.data
}

const hashesIn = (given: FlagsInput): string[] => [
  ...new Set(given.flatMap((one) => (one.attachmentType === 'Local' && one.fileHash ? [one.fileHash] : [])))
]

export function createFlagEditing({ db, assets, lockedChallenges }: Needs): FlagEditing {
  const { find, changeOne, writeEffects, flagCount } = lockedChallenges

  /** `keep` stores the files in the same transaction. */
  const add = async (
    ctx: Ctx,
    gameId: number,
    id: number,
    given: FlagsInput,
    keep?: (sql: Sql) => Promise<void>
  ) => {
    const unique = [...new Map(given.map((one) => [one.flag.trim(), one])).entries()]
    const filed = given.some(({ attachmentType }) => attachmentType !== 'None')
    return changeOne(ctx, gameId, id, async ({ challenge, tx }) => {
      if (challenge.type !== 'DynamicAttachment') {
        if (filed) throw new AppError('challenge.flag_attachment_not_allowed')
        if (given.some(({ decoy }) => decoy)) throw new AppError('challenge.decoy_not_allowed')
      }
      if (keep) await keep(tx)
      else await requireUsable(tx, ctx, gameId, hashesIn(given))
      const { count, all } = await insertFlags(tx, id, unique)
      if (all + count > CHALLENGE_LIMITS.flags) throw new AppError('challenge.too_many_flags')
      await tx.audit({ action: 'flags_added', target: `challenge:${id}`, after: { count } })
      return count
    })
  }

  return {
    async stock(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'challenges')
      return countFlagStock(db.pool, await find(gameId, id))
    },

    async samples(ctx, gameId, id, template) {
      requireInGame(ctx, gameId, 'challenges')
      return readFlagSamples(db.pool, await find(gameId, id), template)
    },

    async addFlags(ctx, gameId, id, given) {
      requireInGame(ctx, gameId, 'challenges')
      return add(ctx, gameId, id, given)
    },

    async uploadFlags(ctx, gameId, id, files) {
      requireInGame(ctx, gameId, 'challenges')
      const inOrder = [...files].sort((a, b) => (a.hash < b.hash ? -1 : 1))
      for (const file of inOrder) await assets.storeAhead(file)
      return add(ctx, gameId, id, namedFlags(files), async (sql) => {
        for (const file of inOrder) await assets.keep(sql, file)
      })
    },

    async setPoolDecoys(ctx, gameId, id, decoys) {
      requireInGame(ctx, gameId, 'challenges')
      return changeOne(ctx, gameId, id, async ({ challenge, tx }) => {
        if (challenge.type !== 'DynamicAttachment') throw new AppError('challenge.decoy_not_allowed')
        await writePoolDecoys(tx, id, decoys)
        await tx.audit({ action: 'decoys_set', target: `challenge:${id}`, after: { count: decoys.length } })
        return decoys.length
      })
    },

    async removeFlag(ctx, gameId, id, flagId) {
      requireInGame(ctx, gameId, 'challenges')
      return changeOne(ctx, gameId, id, async (locked) => {
        const { challenge, tx } = locked
        const outcome = await removeFree(tx, challenge, flagId)
        if (outcome !== 'Success') return outcome
        await tx.audit({ action: 'flag_removed', target: `challenge:${id}`, before: { flagId } })
        const before = noticeFields(challenge)
        if (challenge.enabled && !isSolvable(challenge, await flagCount(locked)))
          await challenge.update({ enabled: false }, { transaction: tx.transaction })
        await writeEffects(locked, before)
        return outcome
      })
    }
  }
}
