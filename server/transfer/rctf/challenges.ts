import { posix } from 'node:path'
import { z } from 'zod'
import { CHALLENGE_LIMITS } from '~/server/challenges/contract'
import type { Source } from '../archive/source'
import { type Line, TRANSFER_LIMITS } from '../contract'
import { type Attempt, readText } from '../layouts'
import { EXPONENTIAL } from '../layouts/curve'
import { archiveFault, Refusal, reportLine } from '../report-lines'
import { fileFinder, shownName } from './files'
import { markdownOf } from './markdown'
import { identity, ofKind, parsed, type RctfExport, type Saved, text } from './responses'

const flagEntry = z.object({ provider: text, config: z.record(z.string(), z.unknown()) })

const challenge = z.object({
  id: identity,
  name: z.string(),
  description: text,
  category: text,
  author: text,
  files: z.array(z.object({ name: z.string(), url: z.string() })).nullish(),
  points: z.object({ min: z.number(), max: z.number() }).nullish(),
  flag: text,
  flags: z.array(flagEntry).max(CHALLENGE_LIMITS.flags).nullish(),
  tiebreakEligible: z.boolean().nullish(),
  sortWeight: z.number().nullish(),
  tags: z.array(z.string()).nullish(),
  instancerConfig: z.unknown().optional(),
  adminBotConfig: z.unknown().optional(),
  hidden: z.boolean().nullish(),
  releaseTime: z.number().nullish(),
  scoring: z.object({ kind: text }).nullish()
})
export type RctfChallenge = z.infer<typeof challenge>

/** As it was saved: a challenge of a table has its members in `data`. */
interface Given {
  saved: Saved
  id: string
  value: unknown
}

const rows = z.array(z.object({ id: identity, data: z.record(z.string(), z.unknown()) }))
const identified = z.object({ id: identity })
const titled = z.object({ name: z.string() })

function rowsOf(saved: Saved): Omit<Given, 'saved'>[] {
  const { kind, data } = saved
  if (kind === 'challenges')
    return parsed(saved, rows).map(({ id, data: members }) => ({ id, value: { ...members, id } }))
  const list = kind === 'goodAdminChallenge' ? [data] : parsed(saved, z.array(z.unknown()))
  return list.map((value, index) => ({ id: identified.safeParse(value).data?.id ?? `${index}`, value }))
}

/** Kinds that tell of challenges. */
export const RCTF_CHALLENGES = [
  'goodAdminChallenges',
  'goodAdminChallenge',
  'goodChallenges',
  'challenges'
] as const

/** Of a challenge that was saved more than once, what a call of the second version tells, which is most. */
function givenOf(exported: RctfExport): Given[] {
  const found = new Map<string, Given>()
  for (const saved of ofKind(exported, ...RCTF_CHALLENGES))
    for (const one of rowsOf(saved))
      if (!found.get(one.id)?.saved.second) found.set(one.id, { saved, ...one })
  if (found.size > TRANSFER_LIMITS.challenges)
    throw archiveFault('too_many_challenges', { max: TRANSFER_LIMITS.challenges })
  return [...found.values()]
}

/** The value of `scores/classic` has lost half after so many further solves. */
export const CLASSIC_HALF = 11.92201

/** ctfcli's members for points, whose value has lost half after as many solves. */
function worthOf({ points }: RctfChallenge) {
  if (!points) return { type: 'standard' }
  const { min: minimum, max: initial } = points
  if (!(minimum < initial)) return { type: 'standard', value: initial }
  return { type: 'dynamic', extra: { initial, minimum, decay: CLASSIC_HALF, function: EXPONENTIAL } }
}

const STATIC = 'flags/static'

/** A pattern comes with the flag that it is an example of, where it has one. */
function flagsOf({ flag, flags }: RctfChallenge) {
  const entries = flags ?? (flag ? [{ provider: STATIC, config: { flag } }] : [])
  return entries.flatMap(({ provider, config }) => {
    const texts = [config.flag, config.flagValue].filter(
      (one): one is string => typeof one === 'string' && one !== ''
    )
    const exact = texts.map((content) => ({ type: 'static', content }))
    const type = provider ?? STATIC
    if (type === STATIC) return exact
    const left = { type: type === 'flags/regex' ? 'regex' : type, content: '' }
    return type === 'flags/regex' ? [...exact, left] : [left]
  })
}

const isSet = (given: unknown) => given !== undefined && given !== null

/** Members that Halyard has no place for. */
function leftOf(given: RctfChallenge, now: Date): Line[] {
  const { tiebreakEligible, sortWeight, instancerConfig, adminBotConfig, hidden, releaseTime } = given
  const left = [
    ...(tiebreakEligible === false ? ['tiebreakEligible'] : []),
    ...(sortWeight ? ['sortWeight'] : []),
    ...(isSet(instancerConfig) ? ['instancerConfig'] : []),
    ...(isSet(adminBotConfig) ? ['adminBotConfig'] : [])
  ]
  const at = releaseTime && !hidden && releaseTime > now.getTime() ? new Date(releaseTime) : null
  const time = at && Number.isFinite(at.getTime()) ? at.toISOString().slice(0, 16).replace('T', ' ') : null
  return [
    ...(left.length > 0 ? [reportLine('no_counterpart', { name: left.join(', ') })] : []),
    ...(time ? [reportLine('release_time', { time })] : [])
  ]
}

/** @throws Refusal `invalid` that names the member, `no_counterpart` for points that another service gives */
function readGiven({ value }: Given): RctfChallenge {
  const read = challenge.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Refusal('invalid', { name: issue!.path.map(String).join('.'), reason: issue!.message })
  }
  if (isDynamic(read.data)) throw new Refusal('no_counterpart', { name: 'scoring.kind: dynamic' })
  return read.data
}

const isDynamic = ({ scoring }: RctfChallenge) => scoring?.kind === 'dynamic'

/** Challenges that players saw and that gave points by flags, as far as they can be read, in the order of the files. */
export const playedChallenges = (exported: RctfExport): RctfChallenge[] =>
  givenOf(exported)
    .flatMap(({ value }) => challenge.safeParse(value).data ?? [])
    .filter((one) => !one.hidden && !isDynamic(one))

type RctfAttempt = Attempt & { path: string; folder: string; id: string }

/** One that cannot be imported comes with the reason. @throws AppError `archive.bad_response`, `archive.too_many_challenges` */
export async function rctfChallenges(
  source: Source,
  exported: RctfExport,
  now: Date
): Promise<RctfAttempt[]> {
  const find = fileFinder(source, exported)
  // No folder of the archive: a compose file beside the responses is that of rCTF itself.
  const base = posix.join(exported.root, '\uffff')
  const made: RctfAttempt[] = []
  for (const one of givenOf(exported)) {
    const path = `${one.saved.file}: ${one.id}`
    const place = { id: one.id, path, folder: path }
    try {
      const given = readGiven(one)
      const notes: Line[] = []
      const files = (given.files ?? []).map((file) => ({ file, path: find(given.id, file) }))
      const definition = {
        name: given.name.trim() || given.id,
        category: given.category ?? undefined,
        description: markdownOf(given.description ?? '', notes),
        author: given.author ?? undefined,
        tags: given.tags ?? undefined,
        ...worthOf(given),
        flags: flagsOf(given),
        provide: files.flatMap((found) =>
          found.path
            ? [{ file: `/${posix.relative(exported.root, found.path)}`, as: shownName(found.file) }]
            : []
        )
      }
      for (const found of files)
        if (!found.path) notes.push(reportLine('file_missing', { name: shownName(found.file) }))
      const read = await readText(JSON.stringify(definition), { source, base, path }, given.name || given.id)
      read.challenge?.notes.push(...notes, ...leftOf(given, now))
      made.push({ ...place, ...read })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { name = '' } = titled.safeParse(one.value).data ?? {}
      const title = name.slice(0, CHALLENGE_LIMITS.title) || one.id
      made.push({ ...place, title, challenge: null, refusal: error })
    }
  }
  return made
}
