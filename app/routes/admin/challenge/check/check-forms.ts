import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { enableForm } from '../enable-form'
import { solverForm } from './solver-form'

const idsOf = ({ params }: PageArgs) => [idOf(params.id), idOf(params.chalId)] as const

export const checkPath = (gameId: number, id: number) => `/admin/games/${gameId}/challenges/${id}/Check`

export const checkForms = forms({
  solver: oneForm({
    act: 'challenges',
    schema: solverForm,
    async run(args) {
      const [gameId, id] = idsOf(args)
      await args.services.challenges.update(args.ctx, gameId, id, { solver: args.input })
      return redirectWith(checkPath(gameId, id), { tone: 'ok', key: 'checks:solver.saved' })
    }
  }),

  removeSolver: oneForm({
    act: 'challenges',
    schema: z.object({}),
    async run(args) {
      const [gameId, id] = idsOf(args)
      await args.services.challenges.update(args.ctx, gameId, id, { solver: null })
      return redirectWith(checkPath(gameId, id), { tone: 'ok', key: 'checks:solver.removed' })
    }
  }),

  check: oneForm({
    act: 'challenges',
    schema: z.object({}),
    async run(args) {
      const [gameId, id] = idsOf(args)
      await args.services.solveChecks.start(args.ctx, gameId, id)
      return redirect(checkPath(gameId, id), 303)
    }
  }),

  enable: enableForm
})
