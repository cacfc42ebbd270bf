import { api, call, Reply } from '~/app/request/api'
import { RATES } from '~/server/limits/contract'
import { searchQuery } from '~/server/search/contract'
import { answerOf } from './answer'

const calls = api(null, {
  '/Search/Answer': {
    GET: call({
      id: 'pageSearch',
      summary: 'Find games, challenges, teams, users and pages for the command palette',
      query: searchQuery,
      reads: RATES.search,
      async run(args) {
        const t = args.translator.textOf(args.ctx.locale)
        return Reply.json(await answerOf({ ...args, t }, args.query, args.request.header('cookie')))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
