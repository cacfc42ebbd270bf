import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { staffInput, staffMember, staffRoleInput } from '~/server/game-staff/contract'
import { idParam } from '~/server/platform/wire'

const ofGame = z.object({ id: idParam })
const ofMember = ofGame.extend({ userId: z.uuid() })

const calls = api('edit', {
  '/api/edit/games/:id/staff': {
    GET: call({
      id: 'editGameStaff',
      summary: 'List who has a role in a game',
      act: 'overview',
      params: ofGame,
      answer: z.array(staffMember),
      run: ({ services, ctx, params }) => services.gameStaff.list(ctx, params.id)
    }),
    POST: call({
      id: 'editAddGameStaff',
      summary: 'Give an account a role in a game, by its user name or address',
      act: 'staff',
      params: ofGame,
      body: staffInput,
      answer: z.array(staffMember),
      run: ({ services, ctx, params, body }) => services.gameStaff.add(ctx, params.id, body)
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
