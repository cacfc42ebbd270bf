import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { pathOf } from '~/app/request/page'
import {
  caseAppeal,
  caseAssign,
  caseNote,
  caseProposal,
  caseUndo,
  caseVerdict
} from '~/server/cases/contract'
import { idParam } from '~/server/platform/wire'

const fields = {
  'case.team_not_concerned': 'participationIds',
  'case.not_staff': 'userId'
}

const done = (args: Parameters<typeof pathOf>[0], name: string) =>
  redirectWith(pathOf(args).split('?')[0]!, { tone: 'ok', key: `cases:done.${name}` })

const note = oneForm({
  act: 'cases',
  schema: caseNote,
  async run(args) {
    const { services, ctx, params, input } = args
    await services.cases.addNote(ctx, idOf(params.id), idOf(params.caseId), input.note)
    return done(args, 'noted')
  }
})

const assign = oneForm({
  act: 'cases',
  schema: caseAssign,
  fields,
  async run(args) {
    const { services, ctx, params, input } = args
    await services.cases.assign(ctx, idOf(params.id), idOf(params.caseId), input.userId)
    return done(args, 'assigned')
  }
})

const close = oneForm({
  act: 'cases',
  schema: z.object({}),
  async run(args) {
    const { services, ctx, params } = args
    await services.cases.close(ctx, idOf(params.id), idOf(params.caseId))
    return done(args, 'closed')
  }
})

const propose = oneForm({
  act: 'cases',
  schema: caseProposal,
  fields,
  async run(args) {
    const { services, ctx, params, input } = args
    await services.cases.propose(ctx, idOf(params.id), idOf(params.caseId), input)
    return done(args, 'proposed')
  }
})

/** The pressed button sends `accept`. */
const answer = oneForm({
  act: 'cases',
  schema: z.preprocess((given) => {
    const form = given as Record<string, unknown>
    return { ...form, accept: form.accept === 'true', digest: form.digest || undefined }
  }, caseVerdict),
  async run(args) {
    const { services, ctx, params, input } = args
    await services.cases.answer(ctx, idOf(params.id), idOf(params.caseId), input)
    return done(args, input.accept ? 'confirmed' : 'rejected')
  }
})

const undo = oneForm({
  act: 'decisions',
  schema: caseUndo,
  async run(args) {
    const { services, ctx, params, input } = args
    await services.cases.undoDecision(ctx, idOf(params.id), idOf(params.caseId), input.reason)
    return done(args, 'undone')
  }
})

const appeal = oneForm({
  act: 'decisions',
  schema: caseAppeal.extend({ participationId: idParam }),
  async run(args) {
    const { services, ctx, params, input } = args
    const [game, number] = [idOf(params.id), idOf(params.caseId)]
    await services.cases.answerAppeal(ctx, game, number, input.participationId, input.text)
    return done(args, 'answered')
  }
})

export const caseForms = forms({ note, assign, close, propose, answer, undo, appeal })
