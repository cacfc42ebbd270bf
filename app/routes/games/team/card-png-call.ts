import { api, call, Reply } from '~/app/request/api'
import { cardFacts, inLanguage, ofTeam } from './cards'

/** The result of a team to show elsewhere, as PNG (docs/rules/interface.md#cards). */
const calls = api(null, {
  '/games/:id/Teams/:teamId/Card.png': {
    GET: call({
      id: 'pageTeamCardPng',
      summary: 'The result of a team as PNG, once the game is over',
      params: ofTeam,
      query: inLanguage,
      file: 'image/png',
      async run(args) {
        const facts = await cardFacts(args, args.params, args.query.lang)
        const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=300' }
        return new Reply(200, headers, await args.services.cards.png(args.params.id, facts))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
