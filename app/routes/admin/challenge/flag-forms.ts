import { z } from 'zod'
import { notFoundPage } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { type FlagsInput, flagsInput } from '~/server/challenges/contract'
import { idParam } from '~/server/platform/wire'
import { lines } from '../entries'
import { enableForm } from './enable-form'

/** One flag a line; the contract's refusals stay at the field. */
const flagLines = z
  .object({ flags: z.string().default('') })
  .transform(({ flags }, refinement): FlagsInput => {
    const read = flagsInput.min(1, 'field.flag_required').safeParse(lines(flags).map((flag) => ({ flag })))
    if (read.success) return read.data
    const { message } = read.error.issues[0]!
    refinement.addIssue({ code: 'custom', path: ['flags'], message })
    return z.NEVER
  })

const pathOfFlags = (gameId: number, id: number) => `/admin/games/${gameId}/challenges/${id}/Flags`

export const flagForms = forms({
  add: oneForm({
    role: 'Admin',
    schema: flagLines,
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      await services.challenges.addFlags(ctx, gameId, id, input)
      return redirectWith(pathOfFlags(gameId, id), { tone: 'ok', key: 'admin:flags.added' })
    }
  }),

  remove: oneForm({
    role: 'Admin',
    schema: z.object({ flag: idParam }),
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      const outcome = await services.challenges.removeFlag(ctx, gameId, id, input.flag)
      if (outcome === 'NotFound') throw notFoundPage()
      return redirectWith(pathOfFlags(gameId, id), { tone: 'ok', key: 'admin:flags.removed' })
    }
  }),

  enable: enableForm
})
