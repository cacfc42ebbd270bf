import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { WEBHOOK_EVENTS } from '~/server/webhooks/constants'
import {
  type WebhookResult,
  type WebhookSecret,
  webhookChange,
  webhookInput
} from '~/server/webhooks/contract'

export interface SecretState extends FormState {
  made?: WebhookSecret
}

export interface TestState extends FormState {
  result?: WebhookResult
}

type Params = { id?: string; hookId?: string }

export const listOf = (params: Params) => `/admin/games/${idOf(params.id)}/Webhooks`

const hookOf = ({ hookId }: Params) => z.uuid().parse(hookId)

/** Fields as sent: blank texts are absent, and a box per event. */
const fieldsOf = (sent: unknown) => {
  const fields = sent as Record<string, unknown>
  const given = (name: string) => (fields[name] === '' ? null : fields[name])
  return {
    ...fields,
    ...{ url: given('url'), token: given('token'), room: given('room') },
    enabled: fields.enabled !== undefined,
    events: WEBHOOK_EVENTS.filter((event) => fields[`event_${event}`] !== undefined)
  }
}

const shown = (intent: string) => ({ intent, values: {}, errors: {}, message: null })

export const listForms = forms({
  create: oneForm({
    act: 'webhooks',
    schema: z.preprocess(fieldsOf, webhookInput),
    fields: { 'webhook.address': 'url' },
    async run({ services, ctx, params, input }) {
      const made = await services.webhooks.create(ctx, idOf(params.id), input)
      const state: SecretState = { ...shown('create'), made }
      return json(state)
    }
  })
})

export const webhookForms = forms({
  save: oneForm({
    act: 'webhooks',
    schema: z.preprocess(fieldsOf, webhookChange),
    async run({ services, ctx, params, input }) {
      await services.webhooks.update(ctx, idOf(params.id), hookOf(params), input)
      return redirectWith(`${listOf(params)}/${hookOf(params)}`, { tone: 'ok', key: 'admin:saved' })
    }
  }),
  test: oneForm({
    act: 'webhooks',
    schema: z.object({}),
    async run({ services, ctx, translator, params }) {
      const result = await services.webhooks.test(ctx, idOf(params.id), hookOf(params), translator)
      const state: TestState = { ...shown('test'), result }
      return json(state)
    }
  }),
  rotate: oneForm({
    act: 'webhooks',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const made = await services.webhooks.rotate(ctx, idOf(params.id), hookOf(params))
      const state: SecretState = { ...shown('rotate'), made }
      return json(state)
    }
  }),
  replay: oneForm({
    act: 'webhooks',
    schema: z.object({ delivery: z.uuid() }),
    async run({ services, ctx, params, input }) {
      await services.webhooks.replay(ctx, idOf(params.id), hookOf(params), input.delivery)
      const here = `${listOf(params)}/${hookOf(params)}`
      return redirectWith(here, { tone: 'ok', key: 'webhooks:page.again_due' })
    }
  }),
  remove: oneForm({
    act: 'webhooks',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      await services.webhooks.remove(ctx, idOf(params.id), hookOf(params))
      return redirectWith(listOf(params), { tone: 'ok', key: 'webhooks:page.deleted' })
    }
  })
})
