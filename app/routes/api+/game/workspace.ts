import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { RATES } from '~/server/limits/contract'
import { idParam } from '~/server/platform/wire'
import { claimInput, noteInput, teamClaims, workspaceList } from '~/server/workspace/contract'

const atChallenge = byId.extend({ challengeId: idParam })

// Not in the contract (docs/rules/teams.md#workspace).
const calls = api('play', {
  '/api/game/:id/workspace': {
    GET: call({
      id: 'gameWorkspace',
      summary: 'Who of the own team works on what, and what it noted',
      role: 'User',
      params: byId,
      answer: workspaceList,
      run: ({ services, ctx, params }) => services.workspaces.list(ctx, params.id)
    })
  },
  '/api/game/:id/workspace/claims': {
    GET: call({
      id: 'gameClaims',
      summary: 'Who of the own team works on what, by id of the challenge',
      role: 'User',
      params: byId,
      answer: teamClaims,
      run: ({ services, ctx, params }) => services.workspaces.ownClaims(ctx, params.id)
    })
  },
  '/api/game/:id/workspace/:challengeId/claim': {
    PUT: call({
      id: 'gameClaimChallenge',
      summary: 'Tell the own team that the caller works on a challenge, or no longer does',
      role: 'User',
      params: atChallenge,
      body: claimInput,
      rate: RATES.write,
      run: ({ services, ctx, params, body }) =>
        services.workspaces.claim(ctx, params.id, params.challengeId, body.on)
    })
  },
  '/api/game/:id/workspace/:challengeId/note': {
    PUT: call({
      id: 'gameNoteChallenge',
      summary: 'Write what the own team notes about a challenge',
      role: 'User',
      params: atChallenge,
      body: noteInput,
      rate: RATES.write,
      run: ({ services, ctx, params, body }) =>
        services.workspaces.note(ctx, params.id, params.challengeId, body)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
