import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import type { Assets } from '~/server/assets'
import type { AttachmentInput } from '~/server/assets/contract'
import { audit } from '~/server/audit'
import type { Caches } from '~/server/platform/cache'
import { AppError } from '~/server/platform/errors'
import type { Holds } from './hold'

/** The file that comes with a challenge. Administrators only. */
export interface Attaching {
  /**
   * Sets or takes away the attachment that all teams share.
   * @throws AppError `challenge.use_flag_attachments`, `file.not_found` 400
   */
  setAttachment(ctx: Ctx, gameId: number, id: number, input: AttachmentInput): Promise<void>
}

interface Needs {
  caches: Caches
  assets: Pick<Assets, 'attach' | 'drop'>
  holds: Holds
}

export function createAttaching({ caches, assets, holds: { change } }: Needs): Attaching {
  return {
    async setAttachment(ctx, gameId, id, input) {
      actorOf(ctx, 'Admin')
      const replaced = await change(gameId, id, async ({ challenge, sql }) => {
        if (challenge.type === 'DynamicAttachment') throw new AppError('challenge.use_flag_attachments')
        const old = await assets.attach(sql, id, input)
        const after = { type: input.attachmentType, file: input.fileHash, url: input.remoteUrl }
        await audit(sql, ctx, {
          action: 'attachment_changed',
          target: `challenge:${id}`,
          before: { file: old },
          after
        })
        return { result: old, wakes: [] }
      })
      caches.forget(`challenge:${id}`)
      if (replaced && replaced !== input.fileHash) await assets.drop(replaced)
    }
  }
}
