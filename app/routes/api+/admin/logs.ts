import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { logMessage, logMessageOf, logQuery } from '~/server/logs/contract'

const calls = api({
  GET: call({
    id: 'adminLogs',
    summary: 'Read the log',
    role: 'Admin',
    query: logQuery,
    answer: z.array(logMessage),
    async run({ services, ctx, query: { level, ...page }, translator }) {
      const rows = await services.logs.list(ctx, { level, search: '', events: [] }, page)
      return rows.map((row) => logMessageOf(row, ctx.locale, translator.translate))
    }
  })
})
export const loader = calls.loader
export const action = calls.action
