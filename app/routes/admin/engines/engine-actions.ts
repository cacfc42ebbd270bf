import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { registryInput } from '~/server/engines/contract'
import { idParam } from '~/server/platform/wire'
import { ENGINE_FIELDS, engineEditForm, engineForm } from './engine-schema'

const PAGE = '/admin/Engines'
const done = (key: string, name = '', place = '') =>
  redirectWith(PAGE + place, { tone: 'ok', key: `engines:done.${key}`, params: { name } })

const engine = z.object({ engine: idParam })

const acceptForm = engine.extend({
  reason: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, 'field.required')
    .max(500, 'field.text_too_long'),
  sure: z.literal('on', { error: 'field.required' })
})

export const engineForms = forms({
  test: oneForm({
    role: 'Admin',
    schema: engine,
    async run({ services, ctx, input }) {
      await services.engines.test(ctx, input.engine)
      return done('test')
    }
  }),

  drain: oneForm({
    role: 'Admin',
    schema: engine.extend({ draining: z.enum(['true', 'false']) }),
    async run({ services, ctx, input }) {
      const draining = input.draining === 'true'
      await services.engines.drain(ctx, input.engine, draining)
      return done(draining ? 'drained' : 'resumed')
    }
  }),

  accept: oneForm({
    role: 'Admin',
    schema: acceptForm,
    async run({ services, ctx, input }) {
      await services.engines.accept(ctx, input.engine, input.reason)
      return done('accepted')
    }
  }),

  refuse: oneForm({
    role: 'Admin',
    schema: engine,
    async run({ services, ctx, input }) {
      await services.engines.accept(ctx, input.engine, null)
      return done('refused')
    }
  }),

  add_engine: oneForm({
    role: 'Admin',
    schema: engineForm,
    fields: ENGINE_FIELDS,
    async run({ services, ctx, input }) {
      const id = await services.engines.add(ctx, input)
      return done('engine_added', '', `#engine-${id}`)
    }
  }),

  edit_engine: oneForm({
    role: 'Admin',
    schema: engineEditForm,
    fields: ENGINE_FIELDS,
    async run({ services, ctx, input: { id, settings } }) {
      await services.engines.update(ctx, id, settings)
      return done('engine_saved', '', `#engine-${id}`)
    }
  }),

  remove_engine: oneForm({
    role: 'Admin',
    schema: engine.extend({ lost: z.enum(['true', 'false']) }),
    async run({ services, ctx, input }) {
      await services.engines.remove(ctx, input.engine, input.lost === 'true')
      return done('engine_removed')
    }
  }),

  refresh: oneForm({
    role: 'Admin',
    schema: z.object({ reference: z.string().min(1).max(512) }),
    async run({ services, ctx, input }) {
      await services.engines.refresh(ctx, [input.reference])
      return done('refreshed', input.reference, '#images')
    }
  }),

  registry: oneForm({
    role: 'Admin',
    schema: registryInput,
    async run({ services, ctx, input }) {
      await services.engines.saveRegistry(ctx, input)
      return done('registry_saved', input.host, '#registries')
    }
  }),

  remove: oneForm({
    role: 'Admin',
    schema: z.object({ registry: idParam, host: z.string().max(255) }),
    async run({ services, ctx, input }) {
      await services.engines.removeRegistry(ctx, input.registry)
      return done('registry_removed', input.host, '#registries')
    }
  })
})
