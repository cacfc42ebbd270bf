import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { emptyState } from '~/app/request/form-state'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import type { PageArgs } from '~/app/request/page'
import { hrefWith } from '~/app/request/paging'
import { type Consequence, consequenceOf } from './consequence'
import { EXTENSIONS } from './extensions'
import { filterOf } from './filter'

const MAX_SELECTED = 1000

/** Ticked instances, or all that match the filter. */
const chosen = z.object({
  ids: z.array(z.uuid().toLowerCase()).max(MAX_SELECTED).default([]),
  scope: z.enum(['ticked', 'filter']).default('ticked')
})

const stopping = chosen.extend({
  sure: z.literal('yes').optional()
})

export interface InstancesState extends FormState {
  plan?: { ids: string[]; scope: 'ticked' | 'filter'; consequence: Consequence }
}

type Chosen = z.output<typeof chosen>

/** The page without the selection; an open instance stays open. */
const backOf = ({ url }: PageArgs) => hrefWith(url, { select: null, page: url.searchParams.get('page') })

const idsOf = async ({ services, ctx, url }: PageArgs, { scope, ids }: Chosen) =>
  scope === 'filter' ? services.instances.fitting(ctx, filterOf(url.searchParams)) : ids

const nothing = (args: PageArgs) => redirectWith(backOf(args), { tone: 'info', key: 'engines:bulk.none' })

const extend = (minutes: number) =>
  oneForm({
    role: 'Admin',
    schema: chosen,
    async run(args) {
      const ids = await idsOf(args, args.input)
      if (ids.length === 0) return nothing(args)
      const count = await args.services.instances.extendAll(args.ctx, ids, minutes)
      if (count === 0) return redirectWith(backOf(args), { tone: 'warn', key: 'engines:bulk.not_extended' })
      return redirectWith(backOf(args), {
        tone: 'ok',
        key: 'engines:bulk.extended',
        params: { count, name: String(minutes) }
      })
    }
  })

async function planOf({ services, ctx, url }: PageArgs, { scope, ids }: Chosen) {
  const { data } = await services.instances.list(ctx, filterOf(url.searchParams), {
    count: MAX_SELECTED,
    skip: 0
  })
  const ticked = new Set(ids)
  const rows = scope === 'filter' ? data : data.filter(({ id }) => ticked.has(id))
  return { ids, scope, consequence: consequenceOf(rows) }
}

const onStuck = (act: 'retry' | 'release') =>
  oneForm({
    role: 'Admin',
    schema: z.object({ id: z.uuid().toLowerCase() }),
    async run(args) {
      const done = await args.services.instances[act](args.ctx, args.input.id)
      return redirectWith(
        backOf(args),
        done ? { tone: 'ok', key: `engines:${act}.done` } : { tone: 'info', key: 'engines:not_stuck' }
      )
    }
  })

export const instanceForms = forms({
  retry: onStuck('retry'),
  release: onStuck('release'),

  ...Object.fromEntries(EXTENSIONS.map((minutes) => [`extend-${minutes}`, extend(minutes)])),

  stop: oneForm({
    role: 'Admin',
    schema: stopping,
    async run(args) {
      const { input, services, ctx } = args
      if (!input.sure) {
        const plan = await planOf(args, input)
        if (plan.consequence.instances === 0) return nothing(args)
        const state: InstancesState = { ...emptyState('stop'), plan }
        return json(state)
      }
      const ids = await idsOf(args, input)
      const count = await services.instances.stopAll(ctx, ids)
      return redirectWith(backOf(args), { tone: 'ok', key: 'engines:bulk.stopped', params: { count } })
    }
  })
})
