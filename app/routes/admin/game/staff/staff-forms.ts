import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { emptyState } from '~/app/request/form-state'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { originOf } from '~/app/request/origin'
import type { PageArgs } from '~/app/request/page'
import { tokenForm, tokenMade } from '~/app/request/token-form'
import { staffInvitationPath } from '~/server/game-staff/constants'
import {
  type StaffMember,
  staffInput,
  staffInvitationInput,
  staffRoleInput,
  staffTemplateInput
} from '~/server/game-staff/contract'
import { RATES } from '~/server/limits/contract'
import { idParam } from '~/server/platform/wire'
import { gameTokenInput } from '~/server/tokens/contract'
import { pauseForms } from '../pause-forms'
import type { InvitedState } from './InvitationsPanel'
import type { TakenOverState } from './TakeOverPanel'

/** Fields as sent: an empty address is none. */
const invitationForm = z.preprocess((sent) => {
  const { email, ...fields } = sent as Record<string, unknown>
  return { ...fields, email: email === '' ? null : email }
}, staffInvitationInput)

/** `staff`: the remaining members. A user who ended the own role may not open any page of this game's staff. */
function done({ ctx, params }: PageArgs, staff: readonly StaffMember[], key: string) {
  const stays = ctx.actor?.role === 'Admin' || staff.some(({ userId }) => userId === ctx.actor?.id)
  return redirectWith(stays ? `/admin/games/${params.id}/Staff` : '/games', { tone: 'ok', key })
}

export const staffForms = forms({
  add: oneForm({
    act: 'staff',
    schema: staffInput,
    fields: {
      'staff.nobody': 'who',
      'staff.already': 'who',
      'staff.plays': 'who',
      'staff.limit': 'who',
      'staff.person_limit': 'who'
    },
    async run(args) {
      const staff = await args.services.gameStaff.add(args.ctx, idOf(args.params.id), args.input)
      return done(args, staff, 'staff:done.added')
    }
  }),
  change: oneForm({
    act: 'staff',
    schema: staffRoleInput.extend({ user: z.uuid() }),
    async run(args) {
      const { services, ctx, params, input } = args
      const staff = await services.gameStaff.change(ctx, idOf(params.id), input.user, input.role)
      return done(args, staff, 'staff:done.changed')
    }
  }),
  remove: oneForm({
    act: 'staff',
    schema: z.object({ user: z.uuid() }),
    async run(args) {
      const staff = await args.services.gameStaff.remove(args.ctx, idOf(args.params.id), args.input.user)
      return done(args, staff, 'staff:done.removed')
    }
  }),
  // Removes somebody whose role is gone, which lets them play.
  letplay: oneForm({
    act: 'staff',
    schema: z.object({ user: z.uuid() }),
    async run(args) {
      const staff = await args.services.gameStaff.remove(args.ctx, idOf(args.params.id), args.input.user)
      return done(args, staff, 'staff:done.let_play')
    }
  }),
  token: oneForm({
    act: 'staff',
    rate: RATES.login,
    schema: tokenForm([], gameTokenInput),
    async run({ services, ctx, params, input }) {
      const { token } = await services.gameTokens.create(ctx, idOf(params.id), input)
      return tokenMade('token', { name: input.name, token })
    }
  }),
  revoke: oneForm({
    act: 'staff',
    schema: z.object({ id: z.uuid() }),
    async run({ services, ctx, params, input }) {
      await services.gameTokens.revoke(ctx, idOf(params.id), input.id)
      return redirectWith(`/admin/games/${params.id}/Staff`, { tone: 'ok', key: 'tokens:revoked' })
    }
  }),
  invite: oneForm({
    act: 'staff',
    rate: RATES.invite,
    schema: invitationForm,
    async run({ services, ctx, params, url, publicUrl, input }) {
      const { code, mailed } = await services.gameStaff.invite(ctx, idOf(params.id), input)
      const link = `${originOf(url, publicUrl)}${staffInvitationPath(code)}`
      return json({ ...emptyState('invite'), made: { link, mailed } } satisfies InvitedState)
    }
  }),
  uninvite: oneForm({
    act: 'staff',
    schema: z.object({ invitation: idParam }),
    async run({ services, ctx, params, input }) {
      await services.gameStaff.revokeInvitation(ctx, idOf(params.id), input.invitation)
      const done = { tone: 'ok', key: 'teams:invitations.revoked' } as const
      return redirectWith(`/admin/games/${params.id}/Staff`, done)
    }
  }),
  takeover: oneForm({
    act: 'staff',
    schema: staffTemplateInput,
    fields: { 'staff.same_game': 'from' },
    async run({ services, ctx, params, input }) {
      const taken = await services.gameStaff.takeOver(ctx, idOf(params.id), input.from)
      return json({ ...emptyState('takeover'), taken } satisfies TakenOverState)
    }
  }),
  ...pauseForms('Staff')
})
