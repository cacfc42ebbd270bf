import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { type PageArgs, pathOf } from '~/app/request/page'
import type { GameAction } from '~/server/access/constants'
import { type BulkOutcome, bulkIds } from '~/server/platform/wire'

/** Names of rows, for those that were refused. */
export type Names = (args: PageArgs, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

export const challengeNames: Names = async ({ services, ctx, params }, ids) => {
  const { challenges } = await services.challenges.selected(ctx, idOf(params.id), ids)
  return new Map(challenges.map(({ id, title }) => [id, title]))
}

/** How many are named for each reason: the message is small. */
const NAMED = 3

/** Each reason with who was refused for it: "Add a flag. (Anchor, Buoy)". */
function reasonsOf(
  t: PageArgs['t'],
  refused: BulkOutcome['refused'],
  names: ReadonlyMap<number, string>
): string {
  const codes = [...new Set(refused.map(({ code }) => code))]
  const reasons = codes.map((code) => {
    const all = refused.filter((one) => one.code === code).flatMap(({ id }) => names.get(id) ?? [])
    const more = all.length > NAMED ? ` +${all.length - NAMED}` : ''
    const who = all.length > 0 ? ` (${all.slice(0, NAMED).join(', ')}${more})` : ''
    return `${t(`errors:${code}`)}${who}`
  })
  return reasons.join(' ')
}

/** Message about the rows for the next page. `done`: text with the `count` of changed ones. */
export async function bulkResult(
  args: PageArgs,
  to: string,
  { done: handled, same = 0, refused }: BulkOutcome,
  { names, done = 'admin:bulk.done' }: { names: Names; done?: string }
): Promise<Response> {
  const count = handled - same
  if (refused.length === 0)
    return count === 0
      ? redirectWith(to, { tone: 'info', key: 'common:form.unchanged' })
      : redirectWith(to, { tone: 'ok', key: done, params: { count } })
  const ids = refused.map(({ id }) => id)
  return redirectWith(to, {
    tone: 'warn',
    key: count === 0 ? 'admin:bulk.refused' : 'admin:bulk.some',
    params: {
      count,
      name: String(refused.length),
      title: reasonsOf(args.t, refused, await names(args, ids))
    }
  })
}

export const nothingSelected = (to: string) => redirectWith(to, { tone: 'info', key: 'admin:bulk.none' })

/** A form of the bar below a list: acts on each ticked row, and reports the result. */
export const bulkForm = (
  may: GameAction,
  names: Names,
  act: (args: PageArgs, ids: number[], form: Record<string, unknown>) => Promise<BulkOutcome>
) =>
  oneForm({
    act: may,
    schema: z.object({ ids: bulkIds }).catchall(z.unknown()),
    async run(args) {
      const { ids } = args.input
      if (ids.length === 0) return nothingSelected(pathOf(args))
      return bulkResult(args, pathOf(args), await act(args, ids, args.input), { names })
    }
  })
