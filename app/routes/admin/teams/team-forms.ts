import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { pathOf } from '~/app/request/page'
import { hrefWith } from '~/app/request/paging'
import { idParam } from '~/server/platform/wire'
import { adminTeamForm } from '~/server/teams/contract'

const listOf = ({ url }: { url: URL }) => hrefWith(url, { team: null, page: url.searchParams.get('page') })

const named = (name: string | null) => ({ name: name ?? '' })

export const teamForms = forms({
  save: oneForm({
    role: 'Admin',
    schema: adminTeamForm.extend({ team: idParam }),
    async run(args) {
      const { team, ...change } = args.input
      await args.services.teams.adminUpdate(args.ctx, team, change)
      return redirectWith(listOf(args), { tone: 'ok', key: 'teams:admin.saved', params: named(change.name) })
    }
  }),

  lock: oneForm({
    role: 'Admin',
    schema: z.object({ team: idParam, locked: z.enum(['true', 'false']) }),
    async run(args) {
      const { services, ctx, input } = args
      const locked = input.locked === 'true'
      const { name } = await services.teams.adminOne(ctx, input.team)
      await services.teams.adminUpdate(ctx, input.team, { locked })
      const key = locked ? 'teams:admin.locked' : 'teams:admin.unlocked'
      return redirectWith(pathOf(args), { tone: 'ok', key, params: named(name) })
    }
  }),

  remove: oneForm({
    role: 'Admin',
    schema: z.object({ team: idParam }),
    async run(args) {
      const { services, ctx, input } = args
      const { name } = await services.teams.adminOne(ctx, input.team)
      await services.teams.adminDelete(ctx, input.team)
      return redirectWith(listOf(args), { tone: 'ok', key: 'teams:admin.removed', params: named(name) })
    }
  })
})
