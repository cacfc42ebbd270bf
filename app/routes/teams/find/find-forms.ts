import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idParam } from '~/server/platform/wire'
import { listingInput, requestInput } from '~/server/teams/finding/contract'
import { requestForms } from '../requests/request-forms'

const HERE = '/Teams/Find'

export const findForms = forms({
  withdraw: requestForms.withdraw,

  ask: oneForm({
    role: 'User',
    schema: requestInput.extend({ team: idParam }),
    async run({ services, ctx, input: { team, text } }) {
      await services.teams.ask(ctx, team, { text })
      return redirectWith(HERE, { tone: 'ok', key: 'teams:find.asked' })
    }
  }),

  seek: oneForm({
    role: 'User',
    schema: listingInput.extend({ on: z.string().optional() }),
    async run({ services, ctx, input: { on, text } }) {
      await services.teams.listSelf(ctx, on === undefined ? null : { text })
      const key = on === undefined ? 'teams:find.unlisted' : 'teams:find.listed'
      return redirectWith(HERE, { tone: 'ok', key })
    }
  })
})
