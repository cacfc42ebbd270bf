import { json, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { ComposeView } from '~/app/islands/compose-field/reading'
import { redirectSaved, redirectWith } from '~/app/request/flash'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { type ChallengeUpdate, challengeUpdate } from '~/server/challenges/contract'
import { AppError } from '~/server/platform/errors'
import type { Draft } from '../../draft-state'
import { textsOf } from '../../drafts'
import { enableForm } from '../enable-form'
import { composeView } from './compose-view'
import { containerForm, endpointField } from './container-form'

const idsOf = ({ params }: PageArgs) => [idOf(params.id), idOf(params.chalId)] as const

export const containerPath = (gameId: number, id: number) =>
  `/admin/games/${gameId}/challenges/${id}/Container`

/** The faults of its compose text go with the form. */
export interface ComposeDraft extends Draft {
  compose?: ComposeView
}

/** Parses the form and keeps its entries for a refusal. */
const savedForm = z.record(z.string(), z.unknown()).transform((form, refinement) => {
  const read = containerForm.safeParse(form)
  if (read.success) return { update: read.data, values: textsOf(form) }
  for (const { path, message } of read.error.issues) refinement.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

/** Form state with every fault of the compose text; null without faults. */
function faultyCompose(
  { services, ctx, t }: PageArgs,
  { containerCompose: text }: ChallengeUpdate,
  values: FormState['values']
): ComposeDraft | null {
  const read = text ? services.challenges.readCompose(ctx, text) : null
  if (!read || read.ok) return null
  const compose = composeView(read, t)
  const errors = { containerCompose: compose.faults[0]!.text }
  return { intent: 'save', values, errors, message: null, compose }
}

/** A button of the test instance, whose panel shows the result. */
const testForm = (act: (args: PageArgs, gameId: number, id: number) => Promise<unknown>) =>
  oneForm({
    act: 'challenges',
    schema: z.object({}),
    async run(args) {
      const [gameId, id] = idsOf(args)
      await act(args, gameId, id)
      return redirect(`${containerPath(gameId, id)}#test`, 303)
    }
  })

export const containerForms = forms({
  save: oneForm({
    act: 'challenges',
    schema: savedForm,
    fields: {
      'challenge.image_missing': 'containerImage',
      'challenge.endpoint_missing': 'entryService',
      'challenge.endpoint_service': endpointField,
      'challenge.endpoint_twice': endpointField
    },
    async run(args) {
      const [gameId, id] = idsOf(args)
      const { update, values } = args.input
      const draft = faultyCompose(args, update, values)
      if (draft) return json(draft, { status: 400 })
      const { version } = await args.services.challenges.update(args.ctx, gameId, id, update)
      return redirectSaved(containerPath(gameId, id), update.version, version)
    }
  }),

  port: oneForm({
    act: 'challenges',
    schema: z.object({ port: challengeUpdate.shape.containerExposePort.unwrap().unwrap() }),
    async run(args) {
      const [gameId, id] = idsOf(args)
      await args.services.challenges.update(args.ctx, gameId, id, { containerExposePort: args.input.port })
      return redirectWith(containerPath(gameId, id), { tone: 'ok', key: 'containers:port_saved' })
    }
  }),

  pull: oneForm({
    act: 'challenges',
    schema: z.object({}),
    async run(args) {
      const { services, ctx } = args
      const [gameId, id] = idsOf(args)
      const images = await services.challenges.imagesOf(ctx, gameId, id)
      if (images.length === 0) throw new AppError('challenge.image_missing')
      await services.engines.refresh(ctx, images)
      return redirectWith(containerPath(gameId, id), { tone: 'ok', key: 'containers:image.asked' })
    }
  }),

  start: testForm(({ services, ctx }, gameId, id) => services.instances.requestTest(ctx, gameId, id)),
  stop: testForm(({ services, ctx }, gameId, id) => services.instances.destroyTest(ctx, gameId, id)),

  enable: enableForm
})
