import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { logMessage, logQuery } from '~/server/logs/contract'

/** What is said about an event beside its name, such as `team: 12`. */
const words = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

const calls = api({
  GET: call({
    id: 'adminLogs',
    summary: 'Read the log',
    role: 'Admin',
    query: logQuery,
    answer: z.array(logMessage),
    async run({ services, ctx, query: { level, ...page }, translator }) {
      const rows = await services.logs.list(ctx, { level, search: '', events: [] }, page)
      return rows.map(({ details: { requestId: _, ...details }, ...row }) => {
        const name = translator.translate(ctx.locale, `logs:event.${row.event}`, { defaultValue: row.event })
        const about = words(details)
        return { ...row, msg: about ? `${name} (${about})` : name }
      })
    }
  })
})
export const loader = calls.loader
export const action = calls.action
