import { randomInt } from 'node:crypto'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { draftForm, previewForm } from '../drafts'
import { gameForm } from './game-form'

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 24 letters and digits (behaviour.md 13.8). */
const newInviteCode = () => Array.from({ length: 24 }, () => SIGNS[randomInt(SIGNS.length)]).join('')

export const infoForms = forms({
  save: oneForm({
    role: 'Admin',
    schema: gameForm,
    async run({ services, ctx, params, input }) {
      const { id } = await services.games.update(ctx, idOf(params.id), input)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:saved' })
    }
  }),
  preview: previewForm,
  code: draftForm((values) => ({ values: { ...values, inviteCode: newInviteCode() } }))
})
