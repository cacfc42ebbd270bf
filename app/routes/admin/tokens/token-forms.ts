import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { RATES } from '~/server/limits/contract'
import { SERVICE_SCOPES } from '~/server/tokens/constants'
import { serviceTokenInput } from '~/server/tokens/contract'

export interface ServiceTokenState extends FormState {
  made?: { name: string; token: string }
}

export const HERE = '/admin/Tokens'

/** Fields as sent: texts, and a box per scope. */
const tokenForm = z.preprocess((sent) => {
  const fields = sent as Record<string, unknown>
  const numberOf = (value: unknown) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value === '' ? null : value
  return {
    ...fields,
    days: numberOf(fields.days),
    game: numberOf(fields.game),
    scopes: SERVICE_SCOPES.filter((scope) => fields[`scope_${scope}`] !== undefined)
  }
}, serviceTokenInput)

export const tokenForms = forms({
  create: oneForm({
    role: 'Admin',
    rate: RATES.login,
    schema: tokenForm,
    async run({ services, ctx, input }) {
      const { token } = await services.serviceTokens.create(ctx, input)
      const state: ServiceTokenState = {
        ...{ intent: 'create', values: {}, errors: {}, message: null },
        made: { name: input.name, token }
      }
      return json(state, { headers: { 'Cache-Control': 'private, no-store' } })
    }
  }),

  revoke: oneForm({
    role: 'Admin',
    schema: z.object({ id: z.uuid() }),
    async run({ services, ctx, input }) {
      await services.serviceTokens.revoke(ctx, input.id)
      return redirectWith(HERE, { tone: 'ok', key: 'tokens:revoked' })
    }
  })
})
