import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import { diffFields } from '~/server/audit'
import type { Change } from '~/server/change'
import { nullable, number, rows, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { CHALLENGE_LIMITS, type ChallengeUpdate } from './contract'
import { insertFlags, removeFree } from './flags/writes'
import { type ImportedFile, insertShared } from './imported-challenge'
import type { LockedChallenge, LockedChallenges } from './locked-challenge'
import { requireSolvable, updateIn } from './updating'

/** The changes of a new edition; absent = unchanged. */
interface ImportedUpdate {
  /** `version` is the one that was compared. */
  update: ChallengeUpdate & { version: number }
  flags: { added: string[]; removed: string[] }
  /** Those that all teams share, in order. */
  files?: ImportedFile[]
  sourceId: string | null
  keep(tx: Change): Promise<void>
}

export interface WholeUpdating {
  /** Keeps solves, submissions and enabling. @throws AppError `edit.conflict` 409, `challenge.too_many_flags`; those of Editing.update */
  updateWhole(ctx: Ctx, gameId: number, id: number, update: ImportedUpdate): Promise<void>
}

interface Needs {
  assets: Pick<Assets, 'drop'>
  lockedChallenges: LockedChallenges
}

async function writeFlags({ challenge, tx }: LockedChallenge, { added, removed }: ImportedUpdate['flags']) {
  const { id } = challenge
  const target = `challenge:${id}`
  if (added.length > 0) {
    const { count } = await insertFlags(
      tx,
      id,
      added.map((flag) => [flag, { flag, attachmentType: 'None' }])
    )
    await tx.audit({ action: 'flags_added', target, after: { count } })
  }
  const dropped = await rows(
    tx,
    { id: number },
    'SELECT id FROM flags WHERE challenge_id = $1 AND flag = ANY ($2)',
    [id, removed]
  )
  for (const { id: flagId } of dropped)
    if ((await removeFree(tx, challenge, flagId)) === 'Success')
      await tx.audit({ action: 'flag_removed', target, before: { flagId } })
}

/** @throws AppError `challenge.too_many_flags`; `challenge.no_flag` for an enabled challenge that nobody could solve */
async function requireFlags(
  lockedChallenges: LockedChallenges,
  locked: LockedChallenge,
  { added }: ImportedUpdate['flags']
): Promise<void> {
  if (added.length > 0 && (await lockedChallenges.flagCount(locked)) > CHALLENGE_LIMITS.flags)
    throw new AppError('challenge.too_many_flags')
  await requireSolvable(lockedChallenges, locked, locked.challenge)
}

async function writeFiles(
  { challenge: { id }, tx }: LockedChallenge,
  assets: Needs['assets'],
  files: readonly ImportedFile[]
) {
  const old = await rows(
    tx,
    { hash: nullable(text) },
    'DELETE FROM attachments WHERE challenge_id = $1 AND flag_id IS NULL RETURNING hash',
    [id]
  )
  await insertShared(tx, id, files)
  const gone = old.flatMap(({ hash }) => hash ?? [])
  const left = files.map((file) => (file.type === 'Local' ? file.hash : file.url))
  await tx.audit({
    action: 'attachment_changed',
    target: `challenge:${id}`,
    ...diffFields<object>({ files: gone }, { files: left })
  })
  for (const hash of new Set(gone)) if (!left.includes(hash)) tx.after(() => assets.drop(hash))
}

export function createWholeUpdating({ assets, lockedChallenges }: Needs): WholeUpdating {
  return {
    async updateWhole(ctx, gameId, id, { update, flags, files, sourceId, keep }) {
      requireInGame(ctx, gameId, 'challenges')
      await lockedChallenges.changeOne(ctx, gameId, id, async (locked) => {
        const { challenge, tx } = locked
        await keep(tx)
        await updateIn(lockedChallenges, locked, update, { flagsFollow: true })
        await writeFlags(locked, flags)
        await requireFlags(lockedChallenges, locked, flags)
        if (files) await writeFiles(locked, assets, files)
        if (sourceId !== null)
          await tx.query('UPDATE challenges SET source_id = $2 WHERE id = $1', [challenge.id, sourceId])
      })
    }
  }
}
