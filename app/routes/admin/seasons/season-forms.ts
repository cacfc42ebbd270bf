import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { idParam } from '~/server/platform/wire'
import { seasonInput, seasonUpdate, seasonWeight } from '~/server/seasons/contract'

export const HERE = '/admin/Seasons'

/** Fields as sent: numbers of a text are a list, a blank one is none. */
const fieldsOf = (sent: unknown) => {
  const fields = sent as Record<string, unknown>
  const best = String(fields.best ?? '').trim()
  return {
    ...fields,
    placePoints: String(fields.placePoints ?? '')
      .split(/[\s,;·]+/)
      .filter(Boolean),
    best: best === '' ? null : best
  }
}

const seasonForm = z.preprocess(fieldsOf, seasonInput)

export const listForms = forms({
  create: oneForm({
    role: 'Admin',
    schema: seasonForm,
    async run({ services, ctx, input }) {
      return redirect(`${HERE}/${await services.seasons.create(ctx, input)}`, 303)
    }
  })
})

const done = ({ params }: Pick<PageArgs, 'params'>, key: string) =>
  redirectWith(`${HERE}/${idOf(params.id)}`, { tone: 'ok', key: `seasons:done.${key}` })

const game = z
  .string({ error: 'season.no_game' })
  .regex(/^\d{1,10}$/, 'season.no_game')
  .pipe(idParam)

export const seasonForms = forms({
  save: oneForm({
    role: 'Admin',
    schema: z.preprocess(fieldsOf, seasonUpdate),
    async run(args) {
      await args.services.seasons.update(args.ctx, idOf(args.params.id), args.input)
      return done(args, 'saved')
    }
  }),
  add: oneForm({
    role: 'Admin',
    schema: z.object({ game, weight: seasonWeight }),
    fields: { 'season.no_game': 'game', 'season.game_limit': 'game' },
    async run(args) {
      const { game, weight } = args.input
      await args.services.seasons.putGame(args.ctx, idOf(args.params.id), game, weight)
      return done(args, 'added')
    }
  }),
  weigh: oneForm({
    role: 'Admin',
    schema: z.object({ game, weight: seasonWeight }),
    async run(args) {
      const { game, weight } = args.input
      await args.services.seasons.putGame(args.ctx, idOf(args.params.id), game, weight)
      return done(args, 'weighed')
    }
  }),
  take: oneForm({
    role: 'Admin',
    schema: z.object({ game }),
    async run(args) {
      await args.services.seasons.removeGame(args.ctx, idOf(args.params.id), args.input.game)
      return done(args, 'taken')
    }
  }),
  delete: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      await services.seasons.remove(ctx, idOf(params.id))
      return redirectWith(HERE, { tone: 'ok', key: 'seasons:done.deleted' })
    }
  })
})
