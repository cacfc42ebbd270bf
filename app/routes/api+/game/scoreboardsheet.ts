import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { SHEET_TYPE, sheetReply } from '~/app/request/download'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameScoreboardSheet',
    summary: 'Download the board',
    role: 'Monitor',
    params: z.object({ id: idParam }),
    file: SHEET_TYPE,
    async run({ services, ctx, params: { id }, translator }) {
      const board = () => services.boards.snapshot(id)
      return sheetReply(await services.monitoring.boardSheet(ctx, id, board, translator.textOf(ctx.locale)))
    }
  })
})
export const loader = calls.loader
export const action = calls.action
