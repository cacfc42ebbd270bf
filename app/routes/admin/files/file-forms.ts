import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { pathOf } from '~/app/request/page'
import { FILE_LIMITS, hashParam, uploadField } from '~/server/assets/contract'

export const fileForms = forms({
  upload: oneForm({
    role: 'Admin',
    files: { files: FILE_LIMITS.uploadsAtOnce, fileSize: FILE_LIMITS.upload },
    schema: z.object({
      files: z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(uploadField))
    }),
    async run(args) {
      await args.services.assets.upload(args.ctx, args.input.files)
      return redirectWith(pathOf(args), { tone: 'ok', key: 'files:upload.done' })
    }
  }),

  remove: oneForm({
    role: 'Admin',
    schema: z.object({ hash: hashParam, name: z.string().max(FILE_LIMITS.name) }),
    async run(args) {
      const { services, ctx, input } = args
      await services.assets.remove(ctx, input.hash)
      return redirectWith(pathOf(args), { tone: 'ok', key: 'files:deleted', params: { name: input.name } })
    }
  })
})
