import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { fileReply } from '~/app/request/file-reply'
import { hashParam } from '~/server/assets/contract'
import { RATES } from '~/server/platform/rates'

const calls = api({
  GET: call({
    id: 'assetsGetFile',
    summary: 'Download a stored file',
    params: z.object({ hash: hashParam, filename: z.string().min(1) }),
    file: '*/*',
    reads: RATES.file,
    run: async ({ services, ctx, params, request }) =>
      fileReply(request, await services.assets.read(ctx, params.hash), params.filename)
  })
})
export const loader = calls.loader
export const action = calls.action
