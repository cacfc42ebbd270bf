import { api, call } from '~/app/request/api'
import {
  acceptedStaffInvitation,
  shownStaffInvitation,
  staffCodeInput,
  staffCodeParams
} from '~/server/game-staff/contract'
import { RATES } from '~/server/limits/contract'

/** For holders of a code, like `/api/team/accept`. No token may accept: its owner would get rights that nobody has reviewed. */
const calls = api(null, {
  '/api/staff/accept': {
    POST: call({
      id: 'staffAccept',
      summary: 'Accept an invitation to the staff of a game',
      role: 'User',
      body: staffCodeInput,
      answer: acceptedStaffInvitation,
      rate: RATES.login,
      run: ({ services, ctx, body }) => services.gameStaff.acceptInvitation(ctx, body.code)
    })
  },
  '/api/staff/invitations/:code': {
    GET: call({
      id: 'staffInvitation',
      summary: 'What an invitation to the staff of a game is for',
      scope: 'read',
      params: staffCodeParams,
      answer: shownStaffInvitation,
      rate: RATES.login,
      run: ({ services, ctx, params }) => services.gameStaff.invitation(ctx, params.code)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
