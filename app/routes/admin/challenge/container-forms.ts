import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { COMPOSE_FAULTS } from '~/server/challenges/compose/contract'
import { challengeUpdate } from '~/server/challenges/contract'
import { AppError } from '~/server/platform/errors'
import { containerForm } from './container-form'
import { enableForm } from './enable-form'

const idsOf = ({ params }: PageArgs) => [idOf(params.id), idOf(params.chalId)] as const

export const containerPath = (gameId: number, id: number) =>
  `/admin/games/${gameId}/challenges/${id}/Container`

/** What the page of a challenge's container can do. */
export const containerForms = forms({
  save: oneForm({
    role: 'Admin',
    schema: containerForm,
    fields: {
      'challenge.image_missing': 'containerImage',
      'challenge.endpoint_missing': 'entryService',
      'challenge.endpoint_service': 'entryService',
      'challenge.endpoint_twice': 'entryService',
      ...Object.fromEntries(COMPOSE_FAULTS.map((code) => [code, 'containerCompose']))
    },
    async run(args) {
      const [gameId, id] = idsOf(args)
      await args.services.challenges.update(args.ctx, gameId, id, args.input)
      return redirectWith(containerPath(gameId, id), { tone: 'ok', key: 'admin:saved' })
    }
  }),

  port: oneForm({
    role: 'Admin',
    schema: z.object({ port: challengeUpdate.shape.containerExposePort.unwrap().unwrap() }),
    async run(args) {
      const [gameId, id] = idsOf(args)
      await args.services.challenges.update(args.ctx, gameId, id, { containerExposePort: args.input.port })
      return redirectWith(containerPath(gameId, id), { tone: 'ok', key: 'containers:port_saved' })
    }
  }),

  pull: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run(args) {
      const { services, ctx } = args
      const [gameId, id] = idsOf(args)
      const image = await services.challenges.imageOf(ctx, gameId, id)
      if (image === '') throw new AppError('challenge.image_missing')
      await services.engines.refresh(ctx, image)
      return redirectWith(containerPath(gameId, id), { tone: 'ok', key: 'containers:image.asked' })
    }
  }),

  start: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run(args) {
      const [gameId, id] = idsOf(args)
      await args.services.instances.requestTest(args.ctx, gameId, id)
      // The panel itself says how it goes.
      return redirect(`${containerPath(gameId, id)}#test`, 303)
    }
  }),

  stop: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run(args) {
      const [gameId, id] = idsOf(args)
      await args.services.instances.destroyTest(args.ctx, gameId, id)
      return redirect(`${containerPath(gameId, id)}#test`, 303)
    }
  }),

  enable: enableForm
})
