import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { type PageArgs, pathOf } from '~/app/request/page'
import { type BulkOutcome, bulkIds } from '~/server/platform/wire'

/** A form of the bar below a list: does one thing to the rows that are ticked, and says what became of them. */
export const bulkForm = (act: (args: PageArgs, ids: number[]) => Promise<BulkOutcome>) =>
  oneForm({
    role: 'Admin',
    schema: z.object({ ids: bulkIds }),
    async run(args) {
      const { ids } = args.input
      if (ids.length === 0) return redirectWith(pathOf(args), { tone: 'info', key: 'admin:bulk.none' })
      const { done: count, refused } = await act(args, ids)
      if (refused.length === 0)
        return redirectWith(pathOf(args), { tone: 'ok', key: 'admin:bulk.done', params: { count } })
      const reasons = [...new Set(refused.map(({ code }) => args.t(`errors:${code}`)))]
      return redirectWith(pathOf(args), {
        tone: 'warn',
        key: 'admin:bulk.some',
        params: { count, name: String(refused.length), title: reasons.join(' ') }
      })
    }
  })
