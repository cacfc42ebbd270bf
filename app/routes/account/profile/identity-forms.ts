import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { RATES } from '~/server/limits/contract'
import { redirectToProvider } from '../sign-in/leaving'

export const identityForms = {
  link: oneForm({
    role: 'User',
    rate: RATES.login,
    schema: z.object({
      provider: z.string().max(32),
      password: z.string().max(256, 'field.text_too_long').optional()
    }),
    fields: {
      'account.login_again': 'password',
      'account.password_required': 'password',
      'identity.password_mismatch': 'password'
    },
    async run({ services, ctx, pageHeaders, input }) {
      return redirectToProvider(
        await services.signIn.startLink(ctx, input.provider, input.password),
        pageHeaders
      )
    }
  }),

  unlink: oneForm({
    role: 'User',
    schema: z.object({ id: z.uuid() }),
    async run({ services, ctx, input }) {
      await services.signIn.unlink(ctx, input.id)
      return redirectWith('/account/Profile#main', { tone: 'ok', key: 'signin:unlinked' })
    }
  })
}
