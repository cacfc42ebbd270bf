import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { idParam } from '~/server/platform/wire'
import { memberId } from '~/server/teams/contract'
import {
  answerInput,
  listedPlayers,
  listedTeams,
  listingInput,
  listingQuery,
  ownRequest,
  requestInput,
  teamRequest
} from '~/server/teams/finding/contract'

const calls = api('team', {
  '/api/team/listings': {
    GET: call({
      id: 'teamListings',
      summary: 'Teams that take requests, newest listing first',
      role: 'User',
      query: listingQuery,
      answer: listedTeams,
      run: ({ services, ctx, query }) => services.teams.listedTeams(ctx, query)
    })
  },
  '/api/team/:id/listing': {
    PUT: call({
      id: 'teamList',
      summary: 'Take requests from now on, as captain',
      role: 'User',
      params: byId,
      body: listingInput,
      run: ({ services, ctx, params, body }) => services.teams.listTeam(ctx, params.id, body)
    }),
    DELETE: call({
      id: 'teamUnlist',
      summary: 'Take no more requests, as captain',
      role: 'User',
      params: byId,
      run: ({ services, ctx, params }) => services.teams.listTeam(ctx, params.id, null)
    })
  },
  '/api/team/seekers': {
    GET: call({
      id: 'teamSeekers',
      summary: 'Players who look for a team, newest listing first',
      role: 'User',
      query: listingQuery,
      answer: listedPlayers,
      run: ({ services, ctx, query }) => services.teams.listedPlayers(ctx, query)
    })
  },
  '/api/team/seeking': {
    PUT: call({
      id: 'teamSeek',
      summary: 'List oneself as looking for a team, for 30 days',
      role: 'User',
      body: listingInput,
      run: ({ services, ctx, body }) => services.teams.listSelf(ctx, body)
    }),
    DELETE: call({
      id: 'teamSeekNoMore',
      summary: 'Take the own listing off',
      role: 'User',
      run: ({ services, ctx }) => services.teams.listSelf(ctx, null)
    })
  },
  '/api/team/requests': {
    GET: call({
      id: 'teamAsked',
      summary: 'Own requests to teams, and their answers',
      role: 'User',
      answer: z.array(ownRequest),
      run: ({ services, ctx }) => services.teams.asked(ctx)
    })
  },
  '/api/team/:id/requests': {
    GET: call({
      id: 'teamRequests',
      summary: 'Requests that wait, as captain',
      role: 'User',
      params: byId,
      answer: z.array(teamRequest),
      run: ({ services, ctx, params }) => services.teams.requests(ctx, params.id)
    }),
    POST: call({
      id: 'teamAsk',
      summary: 'Ask to join a team',
      role: 'User',
      params: byId,
      body: requestInput,
      run: ({ services, ctx, params, body }) => services.teams.ask(ctx, params.id, body)
    }),
    DELETE: call({
      id: 'teamWithdrawRequest',
      summary: 'Take the own request back, or close its answer',
      role: 'User',
      params: byId,
      run: ({ services, ctx, params }) => services.teams.withdraw(ctx, params.id)
    })
  },
  '/api/team/:id/requests/:userId': {
    PUT: call({
      id: 'teamAnswerRequest',
      summary: 'Take a player in or not, as captain',
      role: 'User',
      params: z.object({ id: idParam, userId: memberId }),
      body: answerInput,
      run: ({ services, ctx, params: { id, userId }, body }) =>
        services.teams.answer(ctx, id, userId, body.accept)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
