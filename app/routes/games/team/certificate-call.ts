import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { disposition } from '~/app/request/files/download'
import { notFound } from '~/server/platform/errors'
import { certificateFacts, inLanguage, ofTeam } from './cards'

/** A certificate for members, of the team or in their own name (docs/rules/interface.md#cards). */
const calls = api(null, {
  '/games/:id/Teams/:teamId/Certificate.pdf': {
    GET: call({
      id: 'pageCertificate',
      summary: 'A certificate of the own team, or in the own name, once the game is over',
      role: 'User',
      params: ofTeam,
      query: inLanguage.extend({ of: z.enum(['team', 'me']).catch('team').default('team') }),
      file: 'application/pdf',
      async run(args) {
        const { services, ctx, params, query } = args
        const standing = await services.games.standing(ctx, params.id)
        if (standing?.teamId !== params.teamId) throw notFound('team.not_found')
        const member = query.of === 'me' ? (ctx.actor?.userName ?? null) : null
        const { facts, at } = await certificateFacts(args, { ...params, member }, query.lang)
        const headers = {
          'Content-Type': 'application/pdf',
          'Cache-Control': 'private, no-cache',
          'Content-Disposition': disposition('attachment', `certificate-${params.id}-${params.teamId}.pdf`)
        }
        return new Reply(200, headers, await services.cards.certificate(params.id, facts, at))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
