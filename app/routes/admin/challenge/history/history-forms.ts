import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { idParam } from '~/server/platform/wire'
import { enableForm } from '../enable-form'

export const historyForms = forms({
  enable: enableForm,

  restore: oneForm({
    act: 'challenges',
    schema: z.object({ number: idParam, version: idParam }),
    async run({ services, ctx, params, input: { number, version } }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      await services.challenges.restoreVersion(ctx, gameId, id, number, version)
      const to = `/admin/games/${gameId}/challenges/${id}/History`
      return redirectWith(to, { tone: 'ok', key: 'history:restored', params: { count: number } })
    }
  })
})
