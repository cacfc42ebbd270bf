import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { type PageArgs, pathOf } from '~/app/request/page'
import type { GameAction } from '~/server/access/constants'
import { type BulkOutcome, bulkIds } from '~/server/platform/wire'

/** Message about the rows for the next page. `done`: text with the `count` of successes. */
export function bulkResult(
  { t }: Pick<PageArgs, 't'>,
  to: string,
  { done: count, refused }: BulkOutcome,
  done = 'admin:bulk.done'
): Response {
  if (refused.length === 0) return redirectWith(to, { tone: 'ok', key: done, params: { count } })
  const reasons = [...new Set(refused.map(({ code }) => t(`errors:${code}`)))]
  return redirectWith(to, {
    tone: 'warn',
    key: 'admin:bulk.some',
    params: { count, name: String(refused.length), title: reasons.join(' ') }
  })
}

export const nothingSelected = (to: string) => redirectWith(to, { tone: 'info', key: 'admin:bulk.none' })

/** A form of the bar below a list: acts on each ticked row, and reports the result. */
export const bulkForm = (
  may: GameAction,
  act: (args: PageArgs, ids: number[], form: Record<string, unknown>) => Promise<BulkOutcome>
) =>
  oneForm({
    act: may,
    schema: z.object({ ids: bulkIds }).catchall(z.unknown()),
    async run(args) {
      const { ids } = args.input
      if (ids.length === 0) return nothingSelected(pathOf(args))
      return bulkResult(args, pathOf(args), await act(args, ids, args.input))
    }
  })
