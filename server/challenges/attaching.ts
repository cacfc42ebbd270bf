import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import type { AttachmentInput } from '~/server/assets/contract'
import { AppError } from '~/server/platform/errors'
import type { LockedChallenges } from './locked-challenge'

export interface Attaching {
  /** Replaces the first shared file; None removes all. @throws AppError `challenge.use_flag_attachments`, `file.not_found` 400 */
  setAttachment(ctx: Ctx, gameId: number, id: number, input: AttachmentInput): Promise<void>
}

interface Needs {
  assets: Pick<Assets, 'attach' | 'drop'>
  lockedChallenges: LockedChallenges
}

export function createAttaching({ assets, lockedChallenges: { changeOne } }: Needs): Attaching {
  return {
    async setAttachment(ctx, gameId, id, input) {
      requireInGame(ctx, gameId, 'challenges')
      await changeOne(ctx, gameId, id, async ({ challenge, tx }) => {
        if (challenge.type === 'DynamicAttachment') throw new AppError('challenge.use_flag_attachments')
        const old = await assets.attach(tx, { id, gameId }, input)
        const after = { type: input.attachmentType, file: input.fileHash, url: input.remoteUrl }
        await tx.audit({
          action: 'attachment_changed',
          target: `challenge:${id}`,
          before: { file: old[0] ?? null },
          after
        })
        for (const hash of old) if (hash !== input.fileHash) tx.after(() => assets.drop(hash))
      })
    }
  }
}
