import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { instanceUsage } from '~/server/instances/contract'

const MOST = 60

const ids = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.uuid({ error: 'field.type_mismatch' })).max(MOST, 'field.out_of_range'))

const calls = api({
  GET: call({
    id: 'adminInstanceUsage',
    summary: `Measure what up to ${MOST} instances use now`,
    role: 'Admin',
    /** Ids, separated by commas. */
    query: z.object({ ids }),
    answer: z.array(instanceUsage),
    run: ({ services, ctx, query }) => services.instances.usage(ctx, query.ids)
  })
})
export const loader = calls.loader
export const action = calls.action
