import { z } from 'zod'
import { ownPath } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { ONE_IMAGE, uploadField } from '~/server/assets/contract'
import { idParam } from '~/server/platform/wire'
import { inviteCodeInput, memberId, teamInput, teamVersion } from '~/server/teams/contract'

import { invitationForms } from './invitation-forms'
import { requestForms } from './requests/request-forms'

const HERE = '/Teams'
const team = { team: idParam }

const named = (name: string | null) => ({ name: name ?? '' })

/** Returns to the game that required a team. */
const back = (url: URL) => ownPath(url.searchParams.get('from'), HERE)

export const teamForms = forms({
  ...invitationForms,
  ...requestForms,

  create: oneForm({
    role: 'User',
    schema: teamInput,
    fields: { 'team.name_required': 'name' },
    async run({ services, ctx, url, input }) {
      const { id, name } = await services.teams.create(ctx, input)
      const next = { to: `${HERE}#team-${id}`, key: 'teams:invite_mates' }
      return redirectWith(back(url), { tone: 'ok', key: 'teams:created', params: named(name), next })
    }
  }),

  join: oneForm({
    role: 'User',
    schema: z.object({ code: inviteCodeInput.trim() }),
    fields: {
      'team.invite_code_malformed': 'code',
      'team.invite_team_not_found': 'code',
      'team.invite_token_mismatch': 'code',
      'team.invitation_used': 'code',
      'team.invitation_expired': 'code',
      'team.already_member': 'code'
    },
    async run({ services, ctx, url, input }) {
      const { id, name } = await services.teams.accept(ctx, input.code)
      const details = await services.teams.details(ctx)
      const game = details.find(({ teamId }) => teamId === id)?.lockedBy.find(({ own }) => !own)
      if (!game) return redirectWith(back(url), { tone: 'ok', key: 'teams:joined', params: named(name) })
      const params = { ...named(name), title: game.title }
      const next = { to: `/games/${game.id}`, key: 'games:join.submit' }
      return redirectWith(back(url), { tone: 'ok', key: 'teams:joined_plays', params, next })
    }
  }),

  update: oneForm({
    role: 'User',
    schema: teamInput.extend({ ...team, ...teamVersion }),
    async run({ services, ctx, input: { team: id, ...input } }) {
      const { name } = await services.teams.update(ctx, id, input)
      return redirectWith(HERE, { tone: 'ok', key: 'teams:saved', params: named(name) })
    }
  }),

  avatar: oneForm({
    role: 'User',
    files: ONE_IMAGE,
    schema: z.object({ ...team, file: uploadField }),
    fields: { 'file.too_large': 'file', 'file.empty': 'file', 'team.avatar_update_failed': 'file' },
    async run({ services, ctx, input }) {
      await services.assets.setTeamAvatar(ctx, input.team, input.file)
      return redirectWith(HERE, { tone: 'ok', key: 'teams:avatar.saved' })
    }
  }),

  renew: oneForm({
    role: 'User',
    schema: z.object(team),
    async run({ services, ctx, input }) {
      await services.teams.renewInvite(ctx, input.team)
      return redirectWith(HERE, { tone: 'ok', key: 'teams:renewed' })
    }
  }),

  transfer: oneForm({
    role: 'User',
    schema: z.object({ ...team, member: memberId }),
    async run({ services, ctx, input }) {
      await services.teams.transfer(ctx, input.team, input.member)
      return redirectWith(HERE, { tone: 'ok', key: 'teams:transfer.done' })
    }
  }),

  kick: oneForm({
    role: 'User',
    schema: z.object({ ...team, member: memberId }),
    async run({ services, ctx, input }) {
      await services.teams.kick(ctx, input.team, input.member)
      return redirectWith(HERE, { tone: 'ok', key: 'teams:kick.done' })
    }
  }),

  leave: oneForm({
    role: 'User',
    schema: z.object(team),
    async run({ services, ctx, input }) {
      const { name } = await services.teams.one(ctx, input.team)
      await services.teams.leave(ctx, input.team)
      return redirectWith(HERE, { tone: 'ok', key: 'teams:leave.done', params: named(name) })
    }
  }),

  disband: oneForm({
    role: 'User',
    schema: z.object(team),
    async run({ services, ctx, input }) {
      const { name } = await services.teams.one(ctx, input.team)
      await services.teams.disband(ctx, input.team)
      return redirectWith(HERE, { tone: 'ok', key: 'teams:disband.done', params: named(name) })
    }
  })
})
