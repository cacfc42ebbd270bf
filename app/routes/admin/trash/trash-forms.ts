import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { pathOf } from '~/app/request/page'
import { idParam } from '~/server/platform/wire'
import type { Restored } from '~/server/trash/contract'

const MAX_TITLE_LENGTH = 2048
const entry = z.object({ entry: idParam })

function placeOf({ kind, targetId, gameId }: Restored): string {
  switch (kind) {
    case 'game':
      return `/admin/games/${targetId}/Info`
    case 'challenge':
      return `/admin/games/${gameId}/challenges/${targetId}`
    case 'team':
      return `/admin/Teams?team=${targetId}`
    case 'flag':
      return '/admin/Trash'
  }
}

export const trashForms = forms({
  restore: oneForm({
    role: 'Admin',
    schema: entry,
    async run({ services, ctx, input }) {
      const restored = await services.trash.restore(ctx, input.entry)
      const params = { title: restored.title }
      return redirectWith(placeOf(restored), { tone: 'ok', key: `trash:restored.${restored.kind}`, params })
    }
  }),

  remove: oneForm({
    role: 'Admin',
    schema: entry.extend({ title: z.string().max(MAX_TITLE_LENGTH) }),
    async run(args) {
      const { services, ctx, input } = args
      await services.trash.remove(ctx, input.entry)
      return redirectWith(pathOf(args), { tone: 'ok', key: 'trash:removed', params: { title: input.title } })
    }
  })
})
