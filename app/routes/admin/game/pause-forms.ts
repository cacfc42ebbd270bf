import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { pauseInput } from '~/server/pause/contract'
import { timeField } from '../times'

/** Pauses and resumes from a page of the game, and returns there. */
export const pauseForms = (tab: 'Info' | 'Staff') => ({
  pause: oneForm({
    act: 'pause',
    schema: pauseInput.extend({ until: timeField }),
    fields: { 'game.pause_until': 'until' },
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.pausing.pause(ctx, id, input)
      return redirectWith(`/admin/games/${id}/${tab}`, { tone: 'ok', key: 'admin:pause.saved' })
    }
  }),
  resume: oneForm({
    act: 'pause',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.pausing.resume(ctx, id)
      return redirectWith(`/admin/games/${id}/${tab}`, { tone: 'ok', key: 'admin:pause.over' })
    }
  })
})
