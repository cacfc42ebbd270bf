import { randomInt } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { redirectSaved, redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { inputTime, timeField } from '~/app/request/input-times'
import type { PageArgs } from '~/app/request/page'
import { ONE_IMAGE, uploadField } from '~/server/assets/contract'
import { gameUpdate } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import { draftForm, previewForm } from '../drafts'
import { ASKED_END, ASKED_MOVE, ASKED_TEAMS, gameForm } from './game-form'
import { pauseForms } from './pause-forms'

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 24 letters and digits (docs/rules/games.md#edit). */
const newInviteCode = () => Array.from({ length: 24 }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** The form then asks whether so many teams may be left in divisions that the game no longer has. */
function askForDivisions({ extra }: AppError, values: Record<string, string>): string {
  values[ASKED_TEAMS] = String(extra.teams)
  return 'organizations'
}

/** The form then asks whether so many teams may be stopped at once. */
function askForEnd({ extra }: AppError, values: Record<string, string>): string {
  values[ASKED_END] = String(extra.teams)
  return 'end'
}

/** The form then asks whether the times of a running game may move. */
function askForMove({ extra }: AppError, values: Record<string, string>): string {
  values[ASKED_MOVE] = String(extra.moved)
  return String(extra.field)
}

/**
 * Everybody plays by the times of a running game, so new ones are told beside the old ones first. An end that is over by now
 * asks about its teams instead (`game.ends_now`).
 * @throws AppError `game.times_move` 400 unless these very times were agreed to
 */
async function requireAgreed(
  { services, ctx, params, format }: PageArgs,
  { start, end, movesTimes }: { start?: Date; end?: Date; movesTimes?: string }
) {
  if (!start || !end) return
  const game = await services.games.editOne(ctx, idOf(params.id))
  const { now } = ctx
  if (new Date(game.start) > now || new Date(game.end) <= now || end <= now) return
  const field = (time: Date) => inputTime(time.toISOString())
  const hasNew = { start: field(start) !== inputTime(game.start), end: field(end) !== inputTime(game.end) }
  if (!hasNew.start && !hasNew.end) return
  const moved = `${field(start)} ${field(end)}`
  if (movesTimes === moved) return
  const name = hasNew.end ? 'end' : 'start'
  const [before, after] = [new Date(game[name]), hasNew.end ? end : start].map(format.moment)
  const playing = (await services.games.figures(ctx, [game.id]))[0]?.teams ?? 0
  throw new AppError('game.times_move', 400, {
    params: { before: before!, after: after!, teams: playing },
    extra: { field: name, moved }
  })
}

export const infoForms = forms({
  save: oneForm({
    act: 'settings',
    schema: gameForm,
    fields: {
      'game.division_chosen': askForDivisions,
      'game.ends_now': askForEnd,
      'game.times_move': askForMove
    },
    async run(args) {
      const { services, ctx, params, input: sent } = args
      await requireAgreed(args, sent)
      const { movesTimes: _, ...input } = sent
      const { divisionTeams = 0, endsTeams = 0 } = input
      const { id, version } = await services.games.update(ctx, idOf(params.id), {
        ...input,
        divisionTeams,
        endsTeams
      })
      return redirectSaved(`/admin/games/${id}/Info`, input.version, version)
    }
  }),
  poster: oneForm({
    act: 'settings',
    files: ONE_IMAGE,
    schema: z.object({ file: uploadField }),
    fields: { 'file.too_large': 'file', 'file.empty': 'file', 'file.store_failed': 'file' },
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.assets.setPoster(ctx, id, input.file)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:poster.saved' })
    }
  }),
  posterRemove: oneForm({
    act: 'settings',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.assets.clearPoster(ctx, id)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:poster.removed' })
    }
  }),
  freeze: oneForm({
    act: 'reveal',
    schema: z
      .object({
        at: z.preprocess((text) => (text === '' ? undefined : text), timeField.optional()),
        now: z.string().optional(),
        /** A freeze that holds begins anew at a time; without one it would be taken away. */
        again: z.string().optional()
      })
      .refine(({ at, again }) => again === undefined || at !== undefined, {
        message: 'field.required',
        path: ['at']
      }),
    fields: { 'game.freeze_past': 'at', 'game.freeze_outside': 'at' },
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.freezing.set(ctx, id, input.now ? 'now' : (input.at ?? null))
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:freeze.saved' })
    }
  }),
  reveals: oneForm({
    act: 'settings',
    schema: z.object({
      revealAfter: z.preprocess((text) => (text === '' ? null : text), gameUpdate.shape.revealAfter)
    }),
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.games.update(ctx, id, input)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:freeze.saved' })
    }
  }),
  /** Leads to the download once its reader has confirmed to be there. */
  everything: oneForm({
    act: 'export',
    schema: z.object({ files: z.enum(['false']).optional() }),
    async run({ services, ctx, params, input }) {
      const id = idOf(params.id)
      await services.everything.confirmed(ctx, id)
      return redirect(`/api/edit/games/${id}/everything${input.files ? '?files=false' : ''}`)
    }
  }),
  reveal: oneForm({
    act: 'reveal',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.freezing.reveal(ctx, id)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:freeze.shown' })
    }
  }),
  ...pauseForms('Info'),
  recount: oneForm({
    act: 'settings',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      const id = idOf(params.id)
      await services.games.recount(ctx, id)
      return redirectWith(`/admin/games/${id}/Info`, { tone: 'ok', key: 'admin:danger.recounted' })
    }
  }),
  remove: oneForm({
    act: 'removal',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      await services.games.remove(ctx, idOf(params.id))
      return redirectWith('/admin/games', { tone: 'ok', key: 'admin:danger.removed' })
    }
  }),
  preview: previewForm('settings'),
  code: draftForm('settings', (values) => ({ values: { ...values, inviteCode: newInviteCode() } }))
})
