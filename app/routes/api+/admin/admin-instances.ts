import { z } from 'zod'
import { api, call } from '~/app/request/api'
import {
  detailsOf,
  engineModel,
  engineOf,
  instanceDetails,
  instanceParams
} from '~/app/request/api/instance-models'
import { byId } from '~/app/request/api/params'
import { engineInput } from '~/server/engines/contract'
import {
  containerInstance,
  instanceLogLine,
  instanceTraffic,
  instanceUsage
} from '~/server/instances/contract'
import { notFound } from '~/server/platform/errors'
import { pageSchema, wireInt, wireNumber } from '~/server/platform/wire'

const MAX_ASKED = 60

const ids = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.uuid({ error: 'field.type_mismatch' })).max(MAX_ASKED, 'field.out_of_range'))

/** Minutes. */
const MINUTES_PER_DAY = 24 * 60

const calls = api('admin', {
  '/api/admin/instances': {
    GET: call({
      id: 'adminInstances',
      summary: 'List game containers',
      role: 'Admin',
      answer: pageSchema(containerInstance),
      async run({ services, ctx }) {
        const data = await services.instances.containers(ctx)
        return { data, length: data.length, total: data.length }
      }
    })
  },
  '/api/admin/instances/usage': {
    GET: call({
      id: 'adminInstanceUsage',
      summary: `Measure what up to ${MAX_ASKED} instances use now`,
      role: 'Admin',
      query: z.object({ ids }),
      answer: z.array(instanceUsage),
      run: ({ services, ctx, query }) => services.instances.usage(ctx, query.ids)
    })
  },
  '/api/admin/instances/:id': {
    GET: call({
      id: 'adminInstance',
      summary: 'Read everything about an instance',
      role: 'Admin',
      params: instanceParams,
      answer: instanceDetails,
      run: async ({ services, ctx, params }) => detailsOf(await services.instances.one(ctx, params.id))
    }),
    DELETE: call({
      id: 'adminDestroyInstance',
      summary: 'Destroy a container',
      role: 'Admin',
      params: instanceParams,
      run: ({ services, ctx, params }) => services.instances.stop(ctx, params.id)
    })
  },
  '/api/admin/instances/:id/logs': {
    GET: call({
      id: 'adminInstanceLogs',
      summary: 'Read the newest lines an instance has written, flags masked',
      role: 'Admin',
      params: instanceParams,
      /** Milliseconds: only newer lines. */
      query: z.object({ since: wireNumber(0, Number.MAX_SAFE_INTEGER).optional() }),
      answer: z.array(instanceLogLine),
      run: ({ services, ctx, params, query }) => services.instances.logs(ctx, params.id, query.since ?? null)
    })
  },
  '/api/admin/instances/:id/traffic': {
    GET: call({
      id: 'adminInstanceTraffic',
      summary:
        'Connections and bytes of an instance, as far as they pass through the platform; null while nobody knows',
      role: 'Admin',
      params: instanceParams,
      answer: instanceTraffic.nullable(),
      run: ({ services, ctx, params }) => services.instances.traffic(ctx, params.id)
    })
  },
  '/api/admin/instances/:id/extend': {
    POST: call({
      id: 'adminExtendInstance',
      summary: 'Move the end of a ready instance by some minutes',
      role: 'Admin',
      params: instanceParams,
      body: z.object({ minutes: wireInt(1, MINUTES_PER_DAY) }),
      answer: instanceDetails,
      async run({ services, ctx, params: { id }, body }) {
        // Waiting, starting and ending instances have no end to move.
        if ((await services.instances.extendAll(ctx, [id], body.minutes)) === 0)
          throw notFound('instance.not_found')
        return detailsOf(await services.instances.one(ctx, id))
      }
    })
  },
  '/api/admin/engines': {
    GET: call({
      id: 'adminEngines',
      summary: 'List container engines',
      role: 'Admin',
      answer: z.array(engineModel),
      run: async ({ services, ctx }) => (await services.engines.list(ctx)).map(engineOf)
    }),
    POST: call({
      id: 'adminAddEngine',
      summary: 'Add a container engine; a jobs process connects to it, and tests it',
      role: 'Admin',
      body: engineInput,
      answer: engineModel,
      run: async ({ services, ctx, body }) =>
        engineOf(await services.engines.one(ctx, await services.engines.add(ctx, body)))
    })
  },
  '/api/admin/engines/:id': {
    PUT: call({
      id: 'adminUpdateEngine',
      summary: 'Change an engine that was added here; without keys the stored ones are kept',
      role: 'Admin',
      params: byId,
      body: engineInput,
      answer: engineModel,
      async run({ services, ctx, params: { id }, body }) {
        await services.engines.update(ctx, id, body)
        return engineOf(await services.engines.one(ctx, id))
      }
    }),
    DELETE: call({
      id: 'adminRemoveEngine',
      summary:
        'Remove an engine that holds nothing; with lost=true also one that is down, whose instances end as lost',
      role: 'Admin',
      params: byId,
      query: z.object({ lost: z.enum(['true', 'false']).default('false') }),
      run: ({ services, ctx, params, query }) =>
        services.engines.remove(ctx, params.id, query.lost === 'true')
    })
  },
  '/api/admin/engines/:id/selftest': {
    POST: call({
      id: 'adminTestEngine',
      summary: 'Have the self-test of an engine run now; its result is in the list',
      role: 'Admin',
      params: byId,
      run: ({ services, ctx, params }) => services.engines.test(ctx, params.id)
    })
  },
  '/api/admin/engines/:id/drain': {
    POST: call({
      id: 'adminDrainEngine',
      summary: 'Let no new instance start on an engine, or let them start again',
      role: 'Admin',
      params: byId,
      body: z.object({ draining: z.boolean({ error: 'field.type_mismatch' }).default(true) }),
      run: ({ services, ctx, params, body }) => services.engines.drain(ctx, params.id, body.draining)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
