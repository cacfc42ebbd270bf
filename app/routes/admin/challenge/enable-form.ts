import { z } from 'zod'
import { announceEntries, announceIn } from '~/app/request/announce'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { pathOf } from '~/app/request/page'
import { idParam } from '~/server/platform/wire'

/** Enables or disables a challenge; returns to the page of the form. */
export const enableForm = oneForm({
  act: 'challenges',
  schema: z.object({
    challenge: idParam,
    enabled: z.enum(['true', 'false']),
    ...announceEntries
  }),
  async run(args) {
    const { services, ctx, params, input } = args
    const isEnabled = input.enabled === 'true'
    const update = { isEnabled, announce: announceIn(input) }
    const { title } = await services.challenges.update(ctx, idOf(params.id), input.challenge, update)
    const key = isEnabled ? 'admin:challenge.now_enabled' : 'admin:challenge.now_disabled'
    return redirectWith(pathOf(args), { tone: 'ok', key, params: { title } })
  }
})
