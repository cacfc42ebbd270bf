import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { awardSums, awardsInput, givenAwards } from '~/server/awards/contract'
import { RATES } from '~/server/limits/contract'

const calls = api('awards', {
  '/api/edit/games/:id/awards': {
    GET: call({
      id: 'editGameAwards',
      summary: 'Sums of the points that services gave, by challenge and team',
      scope: 'edit',
      act: 'corrections',
      params: byId,
      answer: awardSums,
      run: ({ services, ctx, params }) => services.awards.sums(ctx, params.id)
    }),
    POST: call({
      id: 'editGiveGameAwards',
      summary: 'Give points to teams, once for each key: for a King of the Hill',
      act: 'awards',
      params: byId,
      body: awardsInput,
      answer: givenAwards,
      reads: RATES.award,
      run: ({ services, ctx, params, body }) => services.awards.give(ctx, params.id, body)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
