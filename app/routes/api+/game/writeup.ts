import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { FILE_LIMITS } from '~/server/assets/contract'
import { idParam } from '~/server/platform/wire'
import { writeupState } from '~/server/writeups/contract'

const params = z.object({ id: idParam })

const calls = api({
  GET: call({
    id: 'gameGetWriteup',
    summary: 'Own writeup state',
    role: 'User',
    params,
    answer: writeupState,
    run: ({ services, ctx, params }) => services.writeups.state(ctx, params.id)
  }),
  POST: call({
    id: 'gameSubmitWriteup',
    summary: 'Upload the writeup',
    role: 'User',
    params,
    files: { field: 'file', files: 1, fileSize: FILE_LIMITS.writeup },
    run: ({ services, ctx, params, files }) => services.writeups.submit(ctx, params.id, files[0])
  })
})
export const loader = calls.loader
export const action = calls.action
