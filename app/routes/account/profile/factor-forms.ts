import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { emptyState } from '~/app/request/form-state'
import { type FormState, oneForm } from '~/app/request/forms'
import { factorName } from '~/server/factors/contract'

export interface CodesState extends FormState {
  codes?: string[]
}

const TOP = '/account/Profile#main'

export const factorForms = {
  renameFactor: oneForm({
    role: 'User',
    schema: z.object({ id: z.uuid(), name: factorName }),
    async run({ services, ctx, input }) {
      await services.factors.rename(ctx, input.id, input.name)
      return redirectWith(TOP, { tone: 'ok', key: 'factors:renamed' })
    }
  }),

  removeFactor: oneForm({
    role: 'User',
    schema: z.object({ id: z.uuid() }),
    async run({ services, ctx, input }) {
      await services.factors.remove(ctx, input.id)
      return redirectWith(TOP, { tone: 'ok', key: 'factors:removed' })
    }
  }),

  recoveryCodes: oneForm({
    role: 'User',
    schema: z.object({}),
    async run({ services, ctx }) {
      const codes = await services.factors.newCodes(ctx)
      const state: CodesState = { ...emptyState('recoveryCodes'), codes }
      return json(state)
    }
  })
}
