import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import {
  madeStaffInvitation,
  staffInput,
  staffInvitation,
  staffInvitationInput,
  staffMember,
  staffRoleInput,
  staffTemplateInput,
  takenOverStaff
} from '~/server/game-staff/contract'
import { RATES } from '~/server/limits/contract'
import { idParam } from '~/server/platform/wire'

const ofMember = byId.extend({ userId: z.uuid() })

const calls = api('edit', {
  '/api/edit/games/:id/staff': {
    GET: call({
      id: 'editGameStaff',
      summary: 'List who has a role in a game',
      act: 'overview',
      params: byId,
      answer: z.array(staffMember),
      run: ({ services, ctx, params }) => services.gameStaff.list(ctx, params.id)
    }),
    POST: call({
      id: 'editAddGameStaff',
      summary: 'Give an account a role in a game, by its user name or address',
      act: 'staff',
      params: byId,
      body: staffInput,
      answer: z.array(staffMember),
      run: ({ services, ctx, params, body }) => services.gameStaff.add(ctx, params.id, body)
    })
  },
  '/api/edit/games/:id/staff/invitations': {
    GET: call({
      id: 'editStaffInvitations',
      summary: 'Open invitations to the staff of a game',
      act: 'staff',
      scope: null,
      params: byId,
      answer: z.array(staffInvitation),
      run: ({ services, ctx, params }) => services.gameStaff.invitations(ctx, params.id)
    }),
    POST: call({
      id: 'editInviteStaff',
      summary: 'Invite somebody to a role in a game; only this answer holds the code',
      act: 'staff',
      scope: null,
      params: byId,
      body: staffInvitationInput,
      answer: madeStaffInvitation,
      rate: RATES.invite,
      run: async ({ services, ctx, params, body }) =>
        Reply.json(await services.gameStaff.invite(ctx, params.id, body))
    })
  },
  '/api/edit/games/:id/staff/invitations/:invitationId': {
    DELETE: call({
      id: 'editRevokeStaffInvitation',
      summary: 'Revoke an invitation to the staff of a game',
      act: 'staff',
      scope: null,
      params: byId.extend({ invitationId: idParam }),
      run: ({ services, ctx, params }) =>
        services.gameStaff.revokeInvitation(ctx, params.id, params.invitationId)
    })
  },
  '/api/edit/games/:id/staff/takeover': {
    POST: call({
      id: 'editTakeOverStaff',
      summary: 'Give everybody with a role in another game the same role in this one',
      act: 'staff',
      params: byId,
      body: staffTemplateInput,
      answer: takenOverStaff,
      run: ({ services, ctx, params, body }) => services.gameStaff.takeOver(ctx, params.id, body.from)
    })
  },
  '/api/edit/games/:id/staff/:userId': {
    PUT: call({
      id: 'editChangeGameStaff',
      summary: 'Give somebody another role in a game',
      act: 'staff',
      params: ofMember,
      body: staffRoleInput,
      answer: z.array(staffMember),
      run: ({ services, ctx, params, body }) =>
        services.gameStaff.change(ctx, params.id, params.userId, body.role)
    }),
    DELETE: call({
      id: 'editRemoveGameStaff',
      summary: 'Take the role in a game from somebody',
      act: 'staff',
      params: ofMember,
      answer: z.array(staffMember),
      run: ({ services, ctx, params }) => services.gameStaff.remove(ctx, params.id, params.userId)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
