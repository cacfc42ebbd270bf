import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { idParam } from '~/server/platform/wire'
import { memberId } from '~/server/teams/contract'
import { listingInput } from '~/server/teams/finding/contract'

const team = { team: idParam }
const REQUESTS = '/Teams#requests'

/** Forms of captains for requests, and of players for answers. */
export const requestForms = {
  list: oneForm({
    role: 'User',
    schema: listingInput.extend({ ...team, open: z.string().optional() }),
    async run({ services, ctx, input: { team: id, open, text } }) {
      await services.teams.listTeam(ctx, id, open === undefined ? null : { text })
      const key = open === undefined ? 'teams:requests.closed' : 'teams:requests.opened'
      return redirectWith(REQUESTS, { tone: 'ok', key })
    }
  }),

  answer: oneForm({
    role: 'User',
    schema: z.object({ ...team, member: memberId, accept: z.enum(['yes', 'no']) }),
    async run({ services, ctx, input: { team: id, member, accept } }) {
      await services.teams.answer(ctx, id, member, accept === 'yes')
      const key = accept === 'yes' ? 'teams:requests.accepted' : 'teams:requests.declined'
      return redirectWith(REQUESTS, { tone: 'ok', key })
    }
  }),

  withdraw: oneForm({
    role: 'User',
    schema: z.object(team),
    async run({ services, ctx, url, input }) {
      await services.teams.withdraw(ctx, input.team)
      return redirectWith(url.pathname, { tone: 'ok', key: 'teams:requests.settled' })
    }
  })
}
