import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { tokenForm, tokenMade } from '~/app/request/token-form'
import { RATES } from '~/server/limits/contract'
import { SERVICE_SCOPES } from '~/server/tokens/constants'
import { serviceTokenInput } from '~/server/tokens/contract'

export const HERE = '/admin/Tokens'

export const tokenForms = forms({
  create: oneForm({
    role: 'Admin',
    rate: RATES.login,
    schema: tokenForm(SERVICE_SCOPES, serviceTokenInput),
    async run({ services, ctx, input }) {
      const { token } = await services.serviceTokens.create(ctx, input)
      return tokenMade('create', { name: input.name, token })
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
