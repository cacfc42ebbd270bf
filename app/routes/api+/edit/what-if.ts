import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { whatIfQuery, whatIfView } from '~/server/what-if/contract'

const calls = api('edit', {
  '/api/edit/games/:id/whatif': {
    GET: call({
      id: 'editGameWhatIf',
      summary: 'Compare the board of a game with the same board under other rules',
      act: 'corrections',
      params: byId,
      query: whatIfQuery,
      answer: whatIfView,
      run: ({ services, ctx, params, query: { count, skip, ...choices } }) =>
        services.whatIfs.compare(ctx, params.id, choices, { count, skip })
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
