import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { ONE_IMAGE } from '~/server/assets/contract'
import { idParam } from '~/server/platform/wire'
import {
  inviteCodeInput,
  memberId,
  signatureInput,
  teamInput,
  teamView,
  transferInput
} from '~/server/teams/contract'
import { invitationInput, madeInvitation, teamInvitation } from '~/server/teams/invitations/contract'

const calls = api('team', {
  '/api/team': {
    GET: call({
      id: 'teamGetTeamsInfo',
      summary: 'Own teams',
      role: 'User',
      answer: z.array(teamView),
      run: ({ services, ctx }) => services.teams.mine(ctx)
    }),
    POST: call({
      id: 'teamCreateTeam',
      summary: 'Create a team',
      role: 'User',
      body: teamInput,
      answer: teamView,
      run: ({ services, ctx, body }) => services.teams.create(ctx, body)
    })
  },
  '/api/team/accept': {
    POST: call({
      id: 'teamAccept',
      summary: 'Join a team by invite code',
      role: 'User',
      body: inviteCodeInput,
      async run({ services, ctx, body }) {
        await services.teams.accept(ctx, body)
      }
    })
  },
  '/api/team/verify': {
    POST: call({
      id: 'teamVerifySignature',
      summary: 'Check a team token',
      scope: 'read',
      body: signatureInput,
      run: ({ services, body }) => services.teams.verify(body)
    })
  },
  '/api/team/:id': {
    GET: call({
      id: 'teamGetBasicInfo',
      summary: 'Read a team',
      scope: 'read',
      params: byId,
      answer: teamView,
      run: ({ services, ctx, params }) => services.teams.one(ctx, params.id)
    }),
    PUT: call({
      id: 'teamUpdateTeam',
      summary: 'Change a team',
      role: 'User',
      params: byId,
      body: teamInput,
      answer: teamView,
      run: ({ services, ctx, params, body }) => services.teams.update(ctx, params.id, body)
    }),
    DELETE: call({
      id: 'teamDeleteTeam',
      summary: 'Disband a team',
      role: 'User',
      params: byId,
      run: ({ services, ctx, params }) => services.teams.disband(ctx, params.id)
    })
  },
  '/api/team/:id/avatar': {
    PUT: call({
      id: 'teamAvatar',
      summary: 'Upload the team avatar',
      role: 'User',
      params: byId,
      files: ONE_IMAGE,
      answer: z.string(),
      run: ({ services, ctx, params, files }) => services.assets.setTeamAvatar(ctx, params.id, files[0])
    })
  },
  '/api/team/:id/invite': {
    GET: call({
      id: 'teamInviteCode',
      summary: 'Read the invite code',
      role: 'User',
      params: byId,
      answer: z.string(),
      run: ({ services, ctx, params }) => services.teams.invite(ctx, params.id)
    }),
    PUT: call({
      id: 'teamUpdateInviteToken',
      summary: 'Renew the invite code',
      role: 'User',
      params: byId,
      answer: z.string(),
      run: ({ services, ctx, params }) => services.teams.renewInvite(ctx, params.id)
    })
  },
  '/api/team/:id/invitations': {
    GET: call({
      id: 'teamInvitations',
      summary: 'Invitations that end, as captain',
      role: 'User',
      params: byId,
      answer: z.array(teamInvitation),
      run: ({ services, ctx, params }) => services.teams.invitations(ctx, params.id)
    }),
    POST: call({
      id: 'teamMakeInvitation',
      summary: 'Make an invitation that ends or works once; only this answer holds its code',
      role: 'User',
      params: byId,
      body: invitationInput,
      answer: madeInvitation,
      run: async ({ services, ctx, params, body }) =>
        Reply.json(await services.teams.makeInvitation(ctx, params.id, body))
    })
  },
  '/api/team/:id/invitations/:invitationId': {
    DELETE: call({
      id: 'teamRevokeInvitation',
      summary: 'Revoke an invitation',
      role: 'User',
      params: z.object({ id: idParam, invitationId: idParam }),
      run: ({ services, ctx, params: { id, invitationId } }) =>
        services.teams.revokeInvitation(ctx, id, invitationId)
    })
  },
  '/api/team/:id/kick/:userId': {
    POST: call({
      id: 'teamKickUser',
      summary: 'Remove a member',
      role: 'User',
      params: z.object({ id: idParam, userId: memberId }),
      answer: teamView,
      async run({ services, ctx, params: { id, userId } }) {
        await services.teams.kick(ctx, id, userId)
        return services.teams.one(ctx, id)
      }
    })
  },
  '/api/team/:id/leave': {
    POST: call({
      id: 'teamLeave',
      summary: 'Leave a team',
      role: 'User',
      params: byId,
      run: ({ services, ctx, params }) => services.teams.leave(ctx, params.id)
    })
  },
  '/api/team/:id/transfer': {
    PUT: call({
      id: 'teamTransfer',
      summary: 'Hand over captaincy',
      role: 'User',
      params: byId,
      body: transferInput,
      answer: teamView,
      async run({ services, ctx, params: { id }, body }) {
        await services.teams.transfer(ctx, id, body.newCaptainId)
        return services.teams.one(ctx, id)
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
