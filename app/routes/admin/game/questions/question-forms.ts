import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { AppError } from '~/server/platform/errors'
import { idParam } from '~/server/platform/wire'
import { FIELD_LIMITS } from '~/server/registration-fields/constants'
import { type FieldInput, fieldInputs, type RegistrationField } from '~/server/registration-fields/contract'
import { box, splitLines } from '../../lines-field'

const version = z.coerce.number().int()

/** One question as the form sends it; `id` is blank for a new one. */
const saveForm = z
  .object({
    id: z.string().default(''),
    of: z.string(),
    kind: z.string(),
    label: z.string(),
    hint: z.string(),
    required: box,
    public: box,
    options: z.string().default('').transform(splitLines),
    version
  })
  .transform(({ id, version, ...field }, refinement) => {
    const given = { ...field, ...(id !== '' && { id }), public: field.public && field.of === 'Team' }
    const read = fieldInputs.safeParse([given])
    if (read.success) return { field: read.data[0]!, version }
    for (const { path, message } of read.error.issues)
      refinement.addIssue({ code: 'custom', path: [path[1] ?? 'label'], message })
    return z.NEVER
  })

type Edit = (fields: readonly RegistrationField[]) => readonly FieldInput[]

/** Writes the list of the game anew. @throws AppError `edit.conflict` 409 when somebody else has edited the game */
async function edit(
  args: Pick<PageArgs, 'services' | 'ctx' | 'params'>,
  { change, version, answersLost }: { change: Edit; version: number; answersLost?: number }
) {
  const { services, ctx, params } = args
  const id = idOf(params.id)
  const { registrationFields } = await services.games.editOne(ctx, id)
  await services.games.update(ctx, id, {
    registrationFields: [...change(registrationFields)],
    version,
    ...(answersLost !== undefined && { answersLost })
  })
}

const done = ({ url }: Pick<PageArgs, 'url'>, key: string) => redirectWith(url.pathname, { tone: 'ok', key })

export const questionForms = forms({
  save: oneForm({
    act: 'settings',
    schema: saveForm,
    async run(args) {
      const { field, version } = args.input
      const isNew = field.id === undefined
      await edit(args, {
        version,
        change(fields) {
          if (isNew && fields.length >= FIELD_LIMITS.fields)
            throw new AppError('game.fields_full', 400, { params: { limit: FIELD_LIMITS.fields } })
          if (isNew) return [...fields, field]
          return fields.map((one) => (one.id === field.id ? field : one))
        }
      })
      return done(args, isNew ? 'questions:added' : 'questions:saved')
    }
  }),

  remove: oneForm({
    act: 'settings',
    schema: z.object({ id: idParam, lost: z.coerce.number().int().min(0), version }),
    async run(args) {
      const { id, lost, version } = args.input
      await edit(args, {
        version,
        answersLost: lost,
        change: (fields) => fields.filter((one) => one.id !== id)
      })
      return done(args, 'questions:removed')
    }
  }),

  move: oneForm({
    act: 'settings',
    schema: z.object({ id: idParam, by: z.enum(['-1', '1']), version }),
    async run(args) {
      const { id, by, version } = args.input
      await edit(args, {
        version,
        change(fields) {
          const from = fields.findIndex((one) => one.id === id)
          const to = from + Number(by)
          if (from < 0 || to < 0 || to >= fields.length) return fields
          return fields.with(from, fields[to]!).with(to, fields[from]!)
        }
      })
      return done(args, 'questions:moved')
    }
  })
})
