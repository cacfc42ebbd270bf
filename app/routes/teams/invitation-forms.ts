import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { emptyState } from '~/app/request/form-state'
import { oneForm } from '~/app/request/forms'
import { originOf } from '~/app/request/origin'
import { idParam } from '~/server/platform/wire'
import { invitationInput } from '~/server/teams/invitations/contract'
import type { InvitationState } from './Invitations'
import { inviteLink } from './invite-link'

const HERE = '/Teams#invitations'

/** Fields as sent: an empty time is none, a box that is not ticked is not sent. */
const invitationForm = z.preprocess(
  (sent) => {
    const { hours, once, ...fields } = sent as Record<string, unknown>
    return { ...fields, hours: hours === '' ? null : hours, once: once !== undefined }
  },
  invitationInput.safeExtend({ team: idParam })
)

export const invitationForms = {
  invitation: oneForm({
    role: 'User',
    schema: invitationForm,
    async run({ services, ctx, url, publicUrl, input: { team, ...input } }) {
      const { code } = await services.teams.makeInvitation(ctx, team, input)
      const state: InvitationState = {
        ...emptyState('invitation'),
        made: { link: inviteLink(originOf(url, publicUrl), code) }
      }
      return json(state)
    }
  }),

  revoke: oneForm({
    role: 'User',
    schema: z.object({ team: idParam, invitation: idParam }),
    async run({ services, ctx, input }) {
      await services.teams.revokeInvitation(ctx, input.team, input.invitation)
      return redirectWith(HERE, { tone: 'ok', key: 'teams:invitations.revoked' })
    }
  })
}
