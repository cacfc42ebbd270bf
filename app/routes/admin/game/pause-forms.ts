import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { type FormState, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { inputTime, timeField } from '~/app/request/input-times'
import { type PauseMoves, pauseInput } from '~/server/pause/contract'

export interface PauseState extends FormState {
  /** Of a preview. */
  preview?: PauseMoves
}

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
  previewPause: oneForm({
    act: 'pause',
    schema: pauseInput.extend({ until: timeField }),
    fields: { 'game.pause_until': 'until' },
    async run({ services, ctx, params, input: { until, reason } }) {
      const preview = await services.pausing.preview(ctx, idOf(params.id), until)
      const values = { until: inputTime(until.toISOString()), reason }
      const state: PauseState = { intent: 'previewPause', values, errors: {}, message: null, preview }
      return json(state)
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
