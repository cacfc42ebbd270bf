import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { type FormState, oneForm } from '~/app/request/forms'
import { RATES } from '~/server/limits/contract'
import { SCOPES } from '~/server/tokens/constants'
import { tokenInput } from '~/server/tokens/contract'

export interface TokenState extends FormState {
  made?: { name: string; token: string }
}

const TOP = '/account/Profile#main'

/** Fields as sent: texts and a box per scope, so that a refused form can show them. */
const tokenForm = z.preprocess((sent) => {
  const fields = sent as Record<string, unknown>
  const numberOf = (value: unknown) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value === '' ? null : value
  return {
    ...fields,
    days: numberOf(fields.days),
    game: numberOf(fields.game),
    scopes: SCOPES.filter((scope) => fields[`scope_${scope}`] !== undefined)
  }
}, tokenInput)

export const tokenForms = {
  token: oneForm({
    role: 'User',
    rate: RATES.login,
    schema: tokenForm,
    fields: {
      'identity.password_mismatch': 'password',
      'token.role': 'scopes'
    },
    async run({ services, ctx, input }) {
      const { token } = await services.tokens.create(ctx, input)
      const state: TokenState = {
        ...{ intent: 'token', values: {}, errors: {}, message: null },
        made: { name: input.name, token }
      }
      return json(state, { headers: { 'Cache-Control': 'private, no-store' } })
    }
  }),

  revoke: oneForm({
    role: 'User',
    schema: z.object({ id: z.uuid() }),
    async run({ services, ctx, input }) {
      await services.tokens.revoke(ctx, input.id)
      return redirectWith(TOP, { tone: 'ok', key: 'tokens:revoked' })
    }
  })
}
