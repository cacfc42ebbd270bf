import { api, call, Reply } from '~/app/request/api'
import { cardFacts, inLanguage, ofTeam } from './cards'

/** The result of a team to show elsewhere, as SVG (docs/rules/interface.md#cards). */
const calls = api(null, {
  '/games/:id/Teams/:teamId/Card.svg': {
    GET: call({
      id: 'pageTeamCardSvg',
      summary: 'The result of a team as SVG, once the game is over',
      params: ofTeam,
      query: inLanguage,
      file: 'image/svg+xml',
      async run(args) {
        const facts = await cardFacts(args, args.params, args.query.lang)
        const headers = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=300' }
        return new Reply(200, headers, await args.services.cards.svg(args.params.id, facts))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
