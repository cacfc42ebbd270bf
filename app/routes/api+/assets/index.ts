import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { FILE_LIMITS, localFile } from '~/server/assets/contract'

const calls = api({
  POST: call({
    id: 'assetsUpload',
    summary: 'Upload files',
    role: 'Admin',
    query: z.object({ filename: z.string().max(FILE_LIMITS.name, 'field.text_too_long').optional() }),
    files: { field: 'files', files: FILE_LIMITS.uploadsAtOnce, fileSize: FILE_LIMITS.upload },
    answer: z.array(localFile),
    run: ({ services, ctx, files, query }) => services.assets.upload(ctx, files, query.filename)
  })
})
export const loader = calls.loader
export const action = calls.action
