import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { emptyState } from '~/app/request/form-state'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { WEBHOOK_EVENTS } from '~/server/webhooks/constants'
import {
  type WebhookResult,
  type WebhookSecret,
  webhookChange,
  webhookInput,
  webhookTest
} from '~/server/webhooks/contract'

export interface SecretState extends FormState {
  made?: WebhookSecret
}

export interface TestState extends FormState {
  result?: WebhookResult
}

type Params = { id?: string; hookId?: string }

export const webhooksPath = (params: Params) => `/admin/games/${idOf(params.id)}/Webhooks`

const hookOf = ({ hookId }: Params) => z.uuid().parse(hookId)

/** Fields as sent: blank texts are absent, and a box per event. */
const fieldsOf = (sent: unknown) => {
  const fields = sent as Record<string, unknown>
  const given = (name: string) => (fields[name] === '' ? null : fields[name])
  return {
    ...fields,
    ...{ url: given('url'), token: given('token'), room: given('room'), plugin: given('plugin') },
    enabled: fields.enabled !== undefined,
    events: WEBHOOK_EVENTS.filter((event) => fields[`event_${event}`] !== undefined)
  }
}

const withoutBlank = (sent: unknown) => {
  const { event } = sent as Record<string, unknown>
  return event === '' ? {} : { event }
}

export const listForms = forms({
  create: oneForm({
    act: 'webhooks',
    schema: z.preprocess(fieldsOf, webhookInput),
    fields: { 'webhook.address': 'url', 'webhook.plugin': 'plugin' },
    async run({ services, ctx, params, input }) {
      const made = await services.webhooks.create(ctx, idOf(params.id), input)
      const state: SecretState = { ...emptyState('create'), made }
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
      return redirectWith(`${webhooksPath(params)}/${hookOf(params)}`, { tone: 'ok', key: 'admin:saved' })
    }
  }),
  test: oneForm({
    act: 'webhooks',
    schema: z.preprocess(withoutBlank, webhookTest),
    async run({ services, ctx, translator, params, input: { event } }) {
      const [game, hook] = [idOf(params.id), hookOf(params)]
      const result = await services.webhooks.test(ctx, game, hook, event ?? null, translator)
      const state: TestState = { ...emptyState('test'), values: { event: event ?? '' }, result }
      return json(state)
    }
  }),
  rotate: oneForm({
    act: 'webhooks',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const made = await services.webhooks.rotate(ctx, idOf(params.id), hookOf(params))
      const state: SecretState = { ...emptyState('rotate'), made }
      return json(state)
    }
  }),
  replay: oneForm({
    act: 'webhooks',
    schema: z.object({ delivery: z.uuid() }),
    async run({ services, ctx, params, input }) {
      await services.webhooks.replay(ctx, idOf(params.id), hookOf(params), input.delivery)
      const here = `${webhooksPath(params)}/${hookOf(params)}`
      return redirectWith(here, { tone: 'ok', key: 'webhooks:page.again_due' })
    }
  }),
  remove: oneForm({
    act: 'webhooks',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      await services.webhooks.remove(ctx, idOf(params.id), hookOf(params))
      return redirectWith(webhooksPath(params), { tone: 'ok', key: 'webhooks:page.deleted' })
    }
  })
})
