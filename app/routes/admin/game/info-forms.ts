import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { ONE_IMAGE, uploadField } from '~/server/assets/contract'
import { draftForm, previewForm } from '../drafts'
import { timeField } from '../times'
import { gameForm } from './game-form'
import { pauseForms } from './pause-forms'

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 24 letters and digits (docs/rules/games.md#edit). */
const newInviteCode = () => Array.from({ length: 24 }, () => SIGNS[randomInt(SIGNS.length)]).join('')

export const infoForms = forms({
  save: oneForm({
    act: 'settings',
    schema: gameForm,
    async run({ services, ctx, params, input }) {
      const { id } = await services.games.update(ctx, idOf(params.id), input)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:saved' })
    }
  }),
  poster: oneForm({
    act: 'settings',
    files: ONE_IMAGE,
    schema: z.object({ file: uploadField }),
    fields: { 'file.too_large': 'file', 'file.empty': 'file', 'file.store_failed': 'file' },
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.assets.setPoster(ctx, id, input.file)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:poster.saved' })
    }
  }),
  posterRemove: oneForm({
    act: 'settings',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.assets.clearPoster(ctx, id)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:poster.removed' })
    }
  }),
  freeze: oneForm({
    act: 'reveal',
    schema: z.object({
      at: z.preprocess((text) => (text === '' ? undefined : text), timeField.optional()),
      now: z.string().optional()
    }),
    fields: { 'game.freeze_past': 'at', 'game.freeze_outside': 'at' },
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.freezing.set(ctx, id, input.now ? 'now' : (input.at ?? null))
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:freeze.saved' })
    }
  }),
  reveal: oneForm({
    act: 'reveal',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.freezing.reveal(ctx, id)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:freeze.shown' })
    }
  }),
  ...pauseForms('Info'),
  recount: oneForm({
    act: 'settings',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.games.recount(ctx, id)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:danger.recounted' })
    }
  }),
  remove: oneForm({
    act: 'removal',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      await services.games.remove(ctx, idOf(params.id))
      return redirectWith('/admin/games', { tone: 'ok', key: 'admin:danger.removed' })
    }
  }),
  preview: previewForm('settings'),
  code: draftForm('settings', (values) => ({ values: { ...values, inviteCode: newInviteCode() } }))
})
