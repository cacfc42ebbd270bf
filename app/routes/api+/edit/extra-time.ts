import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { extraTimeInput, extraTimeList, extraTimeView } from '~/server/extra-time/contract'
import { idParam, pagingQuery } from '~/server/platform/wire'

const ofTeam = byId.extend({ participationId: idParam })

const calls = api('edit', {
  '/api/edit/games/:id/extratime': {
    GET: call({
      id: 'editGameExtraTimes',
      summary: 'List the teams of a game that have extra time',
      act: 'corrections',
      params: byId,
      query: pagingQuery(50, 100),
      answer: extraTimeList,
      run: ({ services, ctx, params, query }) => services.extraTimes.list(ctx, params.id, query)
    })
  },
  '/api/edit/games/:id/extratime/:participationId': {
    PUT: call({
      id: 'editGiveExtraTime',
      summary: 'Give one team of a game extra time, which only the team and staff know of',
      act: 'corrections',
      params: ofTeam,
      body: extraTimeInput,
      answer: extraTimeView,
      run: ({ services, ctx, params, body }) =>
        services.extraTimes.give(ctx, params.id, params.participationId, body)
    }),
    DELETE: call({
      id: 'editTakeExtraTime',
      summary: 'Take the extra time of a team away',
      act: 'corrections',
      params: ofTeam,
      run: ({ services, ctx, params }) => services.extraTimes.take(ctx, params.id, params.participationId)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
