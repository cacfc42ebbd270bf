import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { tokenForm, tokenMade } from '~/app/request/token-form'
import { RATES } from '~/server/limits/contract'
import { SCOPES } from '~/server/tokens/constants'
import { tokenInput } from '~/server/tokens/contract'

const TOP = '/account/Profile#main'

export const tokenForms = {
  token: oneForm({
    role: 'User',
    rate: RATES.login,
    schema: tokenForm(SCOPES, tokenInput),
    fields: {
      'account.login_again': 'password',
      'account.password_required': 'password',
      'identity.password_mismatch': 'password',
      'token.role': 'scopes'
    },
    async run({ services, ctx, input }) {
      const { token } = await services.tokens.create(ctx, input)
      return tokenMade('token', { name: input.name, token })
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
