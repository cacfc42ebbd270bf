import { z } from 'zod'
import { blockForms } from '~/app/request/block-forms'
import { notFoundPage } from '~/app/request/errors'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { FILE_LIMITS, uploadField } from '~/server/assets/contract'
import { attemptsReset } from '~/server/challenges/attempts/contract'
import {
  CHALLENGE_LIMITS,
  challengeUpdate,
  decoyText,
  type FlagsInput,
  flagsInput,
  flagText
} from '~/server/challenges/contract'
import type { PoolDecoy } from '~/server/challenges/flags/contract'
import { idParam } from '~/server/platform/wire'
import { splitLines } from '../../lines-field'
import { enableForm } from '../enable-form'

type Wanted = z.input<typeof flagsInput>[number]

/** Parses flags, one a line; the contract's errors stay at the field. */
const flagLines = (field: string, wanted: (line: string) => Wanted) =>
  z.object({ [field]: z.string().default('') }).transform((form, refinement): FlagsInput => {
    const read = flagsInput.min(1, 'field.flag_required').safeParse(splitLines(form[field]!).map(wanted))
    if (read.success) return read.data
    const { message } = read.error.issues[0]!
    refinement.addIssue({ code: 'custom', path: [field], message })
    return z.NEVER
  })

/** `flag url`; the flag ends at the last blank. */
const remoteLine = (line: string): Wanted => {
  const [, flag = line, remoteUrl = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? []
  return { flag, attachmentType: 'Remote', remoteUrl }
}

const files = z
  .object({ files: z.union([uploadField.transform((file) => [file]), z.array(uploadField)], 'file.empty') })
  .transform((form) => form.files)

const pathOfFlags = (gameId: number, id: number) => `/admin/games/${gameId}/challenges/${id}/Flags`

const added = (gameId: number, id: number, count: number) =>
  redirectWith(pathOfFlags(gameId, id), { tone: 'ok', key: 'flags:added', params: { count } })

const adding = (field: string, wanted: (line: string) => Wanted) =>
  oneForm({
    act: 'challenges',
    schema: flagLines(field, wanted),
    fields: { 'challenge.too_many_flags': field },
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      return added(gameId, id, await services.challenges.addFlags(ctx, gameId, id, input))
    }
  })

const attempts = oneForm({
  act: 'corrections',
  schema: z.object({
    team: z.string({ error: 'field.team_required' }).trim().min(1, 'field.team_required'),
    reason: attemptsReset.shape.reason
  }),
  fields: { 'correction.team_unknown': 'team' },
  async run({ services, ctx, params, input: { team, reason } }) {
    const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
    const [participationId] = await services.corrections.participationsOf(ctx, gameId, [team])
    await services.challenges.resetAttempts(ctx, gameId, id, { participationId: participationId!, reason })
    return redirectWith(pathOfFlags(gameId, id), { tone: 'ok', key: 'trylimit:done' })
  }
})

/** The decoy of the challenge, or what those of teams are made of. */
const decoy = oneForm({
  act: 'challenges',
  schema: z.object({ decoy: challengeUpdate.shape.decoy }),
  fields: {
    'challenge.flag_template_too_weak': 'decoy',
    'challenge.flag_template_too_long': 'decoy',
    'challenge.decoy_is_flag': 'decoy'
  },
  async run({ services, ctx, params, input }) {
    const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
    await services.challenges.update(ctx, gameId, id, { decoy: input.decoy ?? null })
    return redirectWith(pathOfFlags(gameId, id), { tone: 'ok', key: 'flags:decoy.saved' })
  }
})

const poolDecoyList = z
  .array(z.object({ flag: flagText, decoy: decoyText }))
  .min(1, 'field.required')
  .max(CHALLENGE_LIMITS.flagsAtOnce, 'field.list_too_long')

/** `flag decoy`, one a line, with blanks or a tab between; a flag alone takes its decoy away. */
const poolLines = z
  .object({ decoys: z.string().default('') })
  .transform(({ decoys }, refinement): PoolDecoy[] => {
    const read = poolDecoyList.safeParse(
      splitLines(decoys).map((line) => {
        const [, flag = line, text = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? []
        return { flag, decoy: text }
      })
    )
    if (read.success) return read.data
    refinement.addIssue({ code: 'custom', path: ['decoys'], message: read.error.issues[0]!.message })
    return z.NEVER
  })

const poolDecoys = oneForm({
  act: 'challenges',
  schema: poolLines,
  fields: { 'challenge.decoy_flag_unknown': 'decoys', 'challenge.decoy_is_flag': 'decoys' },
  async run({ services, ctx, params, input }) {
    const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
    await services.challenges.setPoolDecoys(ctx, gameId, id, input)
    return redirectWith(pathOfFlags(gameId, id), { tone: 'ok', key: 'flags:decoy.saved' })
  }
})

export const flagForms = forms({
  attempts,
  ...blockForms(({ params }) => idOf(params.chalId)),
  decoy,
  poolDecoys,

  add: adding('flags', (flag) => ({ flag })),
  remote: adding('remote', remoteLine),

  upload: oneForm({
    act: 'challenges',
    files: { files: FILE_LIMITS.uploadsAtOnce, fileSize: FILE_LIMITS.upload },
    schema: files,
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      return added(gameId, id, await services.challenges.uploadFlags(ctx, gameId, id, input))
    }
  }),

  template: oneForm({
    act: 'challenges',
    schema: z.object({ template: challengeUpdate.shape.flagTemplate }),
    fields: {
      'challenge.flag_template_too_weak': 'template',
      'challenge.flag_template_too_long': 'template',
      'challenge.decoy_is_flag': 'template'
    },
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      await services.challenges.update(ctx, gameId, id, { flagTemplate: input.template ?? null })
      return redirectWith(pathOfFlags(gameId, id), { tone: 'ok', key: 'flags:template.saved' })
    }
  }),

  remove: oneForm({
    act: 'challenges',
    schema: z.object({ flag: idParam }),
    async run({ services, ctx, params, input }) {
      const [gameId, id] = [idOf(params.id), idOf(params.chalId)]
      const outcome = await services.challenges.removeFlag(ctx, gameId, id, input.flag)
      if (outcome === 'NotFound') throw notFoundPage()
      const message =
        outcome === 'Denied'
          ? ({ tone: 'warn', key: 'flags:drawn_stays' } as const)
          : ({ tone: 'ok', key: 'admin:flags.removed' } as const)
      return redirectWith(pathOfFlags(gameId, id), message)
    }
  }),

  enable: enableForm
})
