import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { FILE_LIMITS, uploadField } from '~/server/assets/contract'
import type { Challenges } from '~/server/challenges'
import { CHALLENGE_FILES } from '~/server/challenges/files/constants'
import { remoteFileInput, sharedFileName } from '~/server/challenges/files/contract'
import { idParam } from '~/server/platform/wire'

const saved = (gameId: number, id: number) =>
  redirectWith(`/admin/games/${gameId}/challenges/${id}`, {
    tone: 'ok',
    key: 'admin:challenge.attachment_saved'
  })

interface Services {
  challenges: Challenges
}

const one = z.object({ file: idParam })

/** Moves a file one place up or down; at the end of the list it stays. */
const moving = (by: -1 | 1) =>
  oneForm({
    act: 'challenges',
    schema: one,
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      const { challenges }: Services = services
      const files = (await challenges.editOne(ctx, gameId, id)).files.map((file) => ({ id: file.id }))
      const at = files.findIndex((file) => file.id === input.file)
      const to = at + by
      if (at >= 0 && files[to]) {
        const [moved] = files.splice(at, 1)
        files.splice(to, 0, moved!)
        await challenges.arrangeFiles(ctx, gameId, id, { files })
      }
      return saved(gameId, id)
    }
  })

/** Forms for the files that all teams share. */
export const fileForms = {
  addFiles: oneForm({
    act: 'challenges',
    files: { files: CHALLENGE_FILES.files, fileSize: FILE_LIMITS.upload },
    schema: z.object({
      files: z.union([uploadField.transform((file) => [file]), z.array(uploadField)], 'file.empty')
    }),
    fields: { 'file.too_large': 'files', 'file.excess': 'files' },
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      await services.challenges.addFiles(ctx, gameId, id, input.files)
      return saved(gameId, id)
    }
  }),

  addAddress: oneForm({
    act: 'challenges',
    schema: z.object({
      url: remoteFileInput.shape.url,
      name: z.preprocess((name) => name || null, remoteFileInput.shape.name)
    }),
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      await services.challenges.addRemoteFile(ctx, gameId, id, input)
      return saved(gameId, id)
    }
  }),

  moveFileUp: moving(-1),
  moveFileDown: moving(1),

  renameFile: oneForm({
    act: 'challenges',
    schema: one.extend({ name: sharedFileName }),
    fields: { 'file.name_taken': 'name' },
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      const { files } = await services.challenges.editOne(ctx, gameId, id)
      await services.challenges.arrangeFiles(ctx, gameId, id, {
        files: files.map((file) => ({
          id: file.id,
          name: file.id === input.file ? input.name : undefined
        }))
      })
      return saved(gameId, id)
    }
  }),

  removeFile: oneForm({
    act: 'challenges',
    schema: one,
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      await services.challenges.removeFile(ctx, gameId, id, input.file)
      return saved(gameId, id)
    }
  })
}
