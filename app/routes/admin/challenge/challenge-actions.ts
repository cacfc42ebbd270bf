import { z } from 'zod'
import { redirectSaved, redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { previewForm } from '../drafts'
import { challengeForm, checkableOf } from './challenge-form'
import { enableForm } from './enable-form'
import { fileForms } from './file-forms'

export const challengeForms = forms({
  save: oneForm({
    act: 'challenges',
    schema: challengeForm,
    fields: {
      'category.not_found': 'category',
      'challenge.file_name_blank': 'fileName',
      'challenge.release_past': 'releaseAt',
      'challenge.release_enabled': 'releaseAt',
      'challenge.release_after_end': 'releaseAt',
      'challenge.closes_before_release': 'closesAt',
      'challenge.closes_after_end': 'closesAt'
    },
    moreFaults: ({ services, ctx, params }, form, wrong) =>
      services.challenges.faultsIn(ctx, idOf(params.id), idOf(params.chalId), checkableOf(form, wrong)),
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      const { version } = await services.challenges.update(ctx, gameId, id, input)
      return redirectSaved(`/admin/games/${gameId}/challenges/${id}`, input.version, version)
    }
  }),

  preview: previewForm('challenges'),

  ...fileForms,

  enable: enableForm,

  remove: oneForm({
    act: 'challenges',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const gameId = idOf(params.id)
      await services.challenges.remove(ctx, gameId, idOf(params.chalId))
      const to = `/admin/games/${gameId}/challenges`
      return redirectWith(to, { tone: 'ok', key: 'admin:challenge.removed' })
    }
  })
})
