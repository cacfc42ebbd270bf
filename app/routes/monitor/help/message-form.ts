import { json } from '@remix-run/node'
import { z } from 'zod'
import type { FormState } from '~/app/request/forms'
import type { PageArgs } from '~/app/request/page'
import { AppError } from '~/server/platform/errors'
import { messageInput, type ReceiverCount, type Receivers } from '~/server/tickets/contract'

export interface FoundTeam {
  participationId: number
  name: string
}

export interface MessageState extends FormState {
  /** Receivers to agree to, with the value of `agreed` that does it. */
  asked?: ReceiverCount & { agreed: string }
  /** Teams whose names have the words. */
  found?: FoundTeam[]
}

const given = (text: string) => z.string().default(text)

/** `find`: words of a team's name; `participationId`: one of the teams that they found; `agreed`: see `agreedTo`. */
export const messageForm = z.object({
  to: messageInput.shape.to,
  find: given('').pipe(z.string().max(100, 'field.text_too_long')),
  participationId: messageInput.shape.participationId,
  division: messageInput.shape.division,
  title: messageInput.shape.title,
  text: messageInput.shape.text,
  mail: z.preprocess((box) => box === 'on', z.boolean()),
  agreed: given('')
})
export type MessageForm = z.infer<typeof messageForm>

/** Agrees to these receivers alone: others, or another number of them, are asked about again. */
const agreedTo = ({ to, participationId, division }: Receivers, teams: number) =>
  [to, participationId ?? division ?? '', teams].join(' ')

const valuesOf = ({ mail, participationId, division, agreed: _, ...rest }: MessageForm) => ({
  ...rest,
  ...(mail && { mail: 'on' }),
  ...(participationId !== null && { participationId: String(participationId) }),
  ...(division !== null && { division })
})

const isNamed = (words: string, { name }: FoundTeam) => name.toLowerCase() === words.trim().toLowerCase()

/** The team that was meant; several to choose from, or none. `sure`: its whole name was given, or it was chosen. */
function meant({ find, participationId }: MessageForm, found: FoundTeam[]) {
  const chosen = found.find((team) => team.participationId === participationId)
  if (chosen) return { team: chosen, sure: true }
  const named = found.filter((team) => isNamed(find, team))
  if (named.length === 1) return { team: named[0]!, sure: true }
  return { team: found.length === 1 ? found[0]! : null, sure: false }
}

/** The receivers of the form, or the form again because one team is not named yet. */
async function receiversOf({ services, ctx, t }: PageArgs, game: number, input: MessageForm) {
  const { to, find } = input
  const none = { participationId: null, division: null }
  if (to === 'all') return { receivers: { ...none, to }, sure: false }
  if (to === 'division') {
    if (input.division === null) throw new AppError('field.required', 400, { extra: { field: 'division' } })
    return { receivers: { ...none, to, division: input.division }, sure: false }
  }
  const found = await services.tickets.findTeams(ctx, game, find)
  const { team, sure } = meant(input, found)
  if (team) return { receivers: { ...none, to, participationId: team.participationId }, sure }
  const fault =
    find.trim() === '' ? 'errors:field.team_required' : `help:message.${found[0] ? 'several' : 'none_found'}`
  const state: MessageState = {
    ...{ intent: '', values: valuesOf(input), errors: { find: t(fault) }, message: null },
    found
  }
  return { refused: json(state, { status: 400 }) }
}

/**
 * The message to send; a response while its receivers are not clear, or are several and nobody agreed to them. What reaches
 * many cannot be taken back, so their number is told first.
 * @throws AppError `ticket.nobody`
 */
export async function messageOf(args: PageArgs, game: number, input: MessageForm) {
  const { services, ctx } = args
  const read = await receiversOf(args, game, input)
  if ('refused' in read) return { refused: read.refused! }
  const { receivers, sure } = read
  const count = await services.tickets.receivers(ctx, game, receivers)
  if (count.teams === 0) throw new AppError('ticket.nobody')
  const agreed = agreedTo(receivers, count.teams)
  const { title, text, mail } = input
  const message = { ...receivers, title, text, mail, teams: count.teams }
  if (input.agreed === agreed || (receivers.to === 'team' && sure)) return { message }
  const state: MessageState = {
    ...{ intent: '', values: valuesOf(input), errors: {}, message: null },
    asked: { ...count, agreed }
  }
  return { refused: json(state) }
}
