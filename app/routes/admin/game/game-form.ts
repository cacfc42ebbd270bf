import { z } from 'zod'
import { announceEntries, announceIn } from '~/app/request/announce'
import { inputTime, timeField } from '~/app/request/input-times'
import {
  bloodBonusOf,
  type DivisionLimit,
  type GameInfo,
  type GameInput,
  type GameUpdate,
  gameInput
} from '~/server/games/contract'
import { HOUR_MS } from '~/server/platform/time'
import { idParam } from '~/server/platform/wire'
import { box, issueAt, splitLines } from '../lines-field'

/** Field with the teams that a refused removal of divisions told; the box to agree is `divisionTeams`. */
export const ASKED_TEAMS = 'divisionTeams-asked'

/** The same for teams that a moved end stops at once; the box is `endsTeams`. */
export const ASKED_END = 'endsTeams-asked'

/** The same for new times of a running game; the box is `movesTimes`. */
export const ASKED_MOVE = 'movesTimes-asked'

/** Percent with one decimal, parsed to per mille. */
const percent = z
  .string({ error: 'field.number_required' })
  .trim()
  .regex(/^-?\d{1,3}([.,]\d)?$/, 'field.number_required')
  .transform((text) => Number(text.replace(',', '.')))
  .pipe(z.number().min(0, 'field.out_of_range').max(100, 'field.out_of_range'))
  .transform((share) => Math.round(share * 10))

const hours = z
  .string({ error: 'field.number_required' })
  .trim()
  .regex(/^-?\d{1,5}([.,]\d{1,4})?$/, 'field.number_required')
  .transform((text) => Number(text.replace(',', '.')))
  .pipe(z.number().min(0, 'field.out_of_range'))
  .transform((given) => given * HOUR_MS)

/** Browsers send CR LF; LF is stored. */
const text = z
  .string()
  .default('')
  .transform((value) => value.replace(/\r\n/g, '\n'))

/** The form's entries: shares and deadline in familiar units. Limits are the contract's. */
const entries = z.object({
  title: text,
  summary: text,
  content: text,
  start: timeField,
  end: timeField,
  hidden: box,
  acceptWithoutReview: box,
  practiceMode: box,
  feedback: box,
  writeupRequired: box,
  teamMemberCountLimit: text,
  divisionLimits: text,
  solo: box,
  containerCountLimit: text,
  inviteCode: text,
  organizations: text.transform(splitLines),
  divisionTeams: z.string().optional(),
  endsTeams: z.string().optional(),
  movesTimes: z.string().optional(),
  writeupDeadline: hours,
  writeupNote: text,
  bloodFirst: percent,
  bloodSecond: percent,
  bloodThird: percent,
  certificateNote: text,
  certificateSignature: text,
  ...announceEntries,
  version: z.string().optional()
})

/** `Students: 3` for each line, read from the right, because names may hold colons. */
function limitsIn(typed: string, divisions: readonly string[], refinement: z.RefinementCtx): DivisionLimit[] {
  const refuse = (message: string) =>
    refinement.addIssue({ code: 'custom', path: ['divisionLimits'], message })
  return splitLines(typed).flatMap((line) => {
    const found = /[:：]\s*(\d{1,9})$/.exec(line)
    const limit = found?.[1] ?? ''
    const division = line.slice(0, found?.index).normalize('NFKC').trim()
    if (limit === '') refuse('game.division_limit_malformed')
    else if (!divisions.includes(division)) refuse('game.division_limit_unknown')
    return { division, limit: Number(limit) }
  })
}

/** The contract's checks; errors stay at their fields, of which each has one. */
function asGame(game: Record<string, unknown>, refinement: z.RefinementCtx): GameInput {
  const wrong = new Set(refinement.issues.map(({ path }) => path?.[0]))
  const read = gameInput.safeParse(game)
  if (read.success) return read.data
  for (const issue of read.error.issues)
    if (!wrong.has(issue.path[0])) refinement.addIssue(issueAt(issue.path[0]!, issue))
  return z.NEVER
}

type Entries<S extends z.ZodRawShape> = Partial<z.infer<z.ZodObject<S>>>

/** Reads each entry by itself: a wrong one does not keep the others from being checked. */
function entriesOf<S extends z.ZodRawShape>(
  shape: S,
  form: Record<string, unknown>,
  refinement: z.RefinementCtx
): Entries<S> {
  const read = Object.entries(shape).flatMap(([name, entry]) => {
    const { data, error } = (entry as z.ZodType).safeParse(form[name])
    for (const issue of error?.issues ?? []) refinement.addIssue(issueAt(name, issue))
    return data === undefined ? [] : [[name, data] as const]
  })
  return Object.fromEntries(read) as Entries<S>
}

const later = (time: Date | undefined, by: number | undefined): Date | undefined =>
  time && by !== undefined ? new Date(time.getTime() + by) : undefined

const form = z.record(z.string(), z.unknown())

/** `movesTimes`: the new times that the reader agreed to. */
type GameForm = GameUpdate & { movesTimes?: string }

/** Parses the form into the input of the contract's `PUT`. */
export const gameForm = form.transform((sent, refinement): GameForm => {
  const read = entriesOf(entries.shape, sent, refinement)
  const { bloodFirst = 0, bloodSecond = 0, bloodThird = 0, writeupDeadline, divisionLimits, ...given } = read
  // What is asked at sign-up has a page of its own, and the reveal a form.
  const {
    registrationFields: _,
    revealAfter: __,
    ...game
  } = asGame(
    {
      ...given,
      divisionLimits: limitsIn(divisionLimits ?? '', given.organizations ?? [], refinement),
      writeupDeadline: later(given.end, writeupDeadline),
      bloodBonus: bloodFirst * 2 ** 20 + bloodSecond * 2 ** 10 + bloodThird
    },
    refinement
  )
  const announce = announceIn(given)
  const { divisionTeams: agreed, endsTeams: ended, movesTimes } = given
  return {
    ...game,
    ...(announce !== undefined && { announce }),
    ...(agreed !== undefined && { divisionTeams: Number(agreed) }),
    ...(ended !== undefined && { endsTeams: Number(ended) }),
    ...(movesTimes !== undefined && { movesTimes })
  }
})

const newEntries = z.object({
  title: z.string().optional(),
  start: timeField,
  end: timeField,
  hidden: box,
  like: z.preprocess((given) => given || undefined, idParam.optional())
})

/**
 * `like`: the game whose settings and challenges the new one gets, null for none. Writeups are due three hours after the game's
 * end by default (docs/rules/games.md#fields).
 */
export const newGameForm = form.transform((sent, refinement) => {
  const { like = null, ...game } = entriesOf(newEntries.shape, sent, refinement)
  return { like, game: asGame({ ...game, writeupDeadline: later(game.end, 3 * HOUR_MS) }, refinement) }
})

export const inputOf = (game: GameInfo, change: Partial<Pick<GameInfo, 'hidden'>> = {}) =>
  gameInput.parse({ ...game, ...change })

const decimal = (value: number, digits: number) => String(Number(value.toFixed(digits)))

export function fieldsOf(game: GameInfo) {
  const bonus = bloodBonusOf(game.bloodBonus) ?? { first: 0, second: 0, third: 0 }
  const grace = (Date.parse(game.writeupDeadline) - Date.parse(game.end)) / HOUR_MS
  return {
    title: game.title,
    summary: game.summary,
    content: game.content,
    start: inputTime(game.start),
    end: inputTime(game.end),
    teamMemberCountLimit: String(game.teamMemberCountLimit),
    divisionLimits: game.divisionLimits.map(({ division, limit }) => `${division}: ${limit}`).join('\n'),
    containerCountLimit: String(game.containerCountLimit),
    inviteCode: game.inviteCode ?? '',
    organizations: (game.organizations ?? []).join('\n'),
    writeupNote: game.writeupNote,
    writeupDeadline: decimal(Math.max(0, grace), 4),
    bloodFirst: decimal(bonus.first / 10, 1),
    bloodSecond: decimal(bonus.second / 10, 1),
    bloodThird: decimal(bonus.third / 10, 1),
    certificateNote: game.certificateNote,
    certificateSignature: game.certificateSignature
  }
}
export type GameFields = ReturnType<typeof fieldsOf>
