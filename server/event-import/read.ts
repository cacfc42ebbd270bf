import type { z } from 'zod'
import { DEFAULT_CURVE, functionValues } from '~/scoring/rules'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/contract'
import { sha256Hex } from '~/server/platform/sha256'
import {
  EVENT_LIMITS,
  EventFault,
  type EventFile,
  eventFile,
  type SeedEvent,
  type SeedSolve,
  type SeedTeam
} from './contract'
import { flagFor } from './flags'
import { cleanText, teamNames, toStorable } from './names'

/** @throws EventFault that names the first fault */
export function readEvent(source: Buffer | string): SeedEvent {
  if (source.length > EVENT_LIMITS.bytes) throw new EventFault('the file is larger than 128 MiB')
  const text = (typeof source === 'string' ? source : source.toString('utf8')).replace(/^\ufeff/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new EventFault(`the file is not JSON: ${oneLine((error as Error).message)}`)
  }
  return toEvent(value)
}

/** Checks a parsed file. */
export function toEvent(value: unknown): SeedEvent {
  const result = eventFile.safeParse(value)
  if (!result.success) throw new EventFault(describe(result.error.issues))
  return normalise(result.data)
}

/** Hash of everything that is imported, regardless of layout: another content is another event. */
export function originOf(event: SeedEvent): string {
  return `event:${sha256Hex(JSON.stringify(event))}`
}

function describe(issues: z.core.$ZodIssue[]): string {
  const [first] = issues
  if (!first) return 'the file is not an event'
  const place = pathText(first.path)
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
  const message = /received undefined$/.test(first.message)
    ? 'is missing'
    : first.message.replace(/^Invalid input: /, '')
  return oneLine(`${place ? `${place}: ` : ''}${message}${more}`)
}

function pathText(path: PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')
}

const visible = (text: string, otherwise: string): string => {
  const clean = cleanText(text)
  return /\S/.test(clean) ? clean : otherwise
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 300)

function normalise(file: EventFile): SeedEvent {
  const challengeIndex = new Map<string, number>()
  file.challenges.forEach(({ title }, index) => {
    const earlier = challengeIndex.get(title)
    if (earlier !== undefined)
      throw new EventFault(`challenges[${index}].title: repeats challenges[${earlier}], ${quoted(title)}`)
    challengeIndex.set(title, index)
  })
  const divisionOf = new Map<string, string | null>()
  const membersOf = new Map<string, string[]>()
  const shownOf = new Map<string, Shown>()
  const captainOf = new Map<string, string>()
  for (const { name, division, captain, members, affiliation, website, country } of file.teams ?? [])
    if (!divisionOf.has(name)) {
      divisionOf.set(name, division ? cleanText(division).normalize('NFKC').trim() : null)
      if (members?.length) membersOf.set(name, members)
      // Names of players have no @, which marks accounts that the import names itself.
      const led = cleanText(captain ?? '')
        .replaceAll('@', '')
        .trim()
      if (led) captainOf.set(name, led)
      shownOf.set(
        name,
        shown({ affiliation: affiliation && cleanText(affiliation).trim(), website, country })
      )
    }
  for (const { team } of file.solves) if (!divisionOf.has(team)) divisionOf.set(team, null)
  const teamIndex = new Map([...divisionOf.keys()].map((name, index) => [name, index]))
  const names = teamNames([...divisionOf.keys()])
  const teams = [...divisionOf].map(([given, division], index) => ({
    name: names[index]!,
    division: division || null,
    ...shownOf.get(given),
    ...(captainOf.has(given) && { captain: captainOf.get(given)! }),
    ...(membersOf.has(given) && { members: membersOf.get(given)! })
  }))
  const [start, end] = interval(file)
  return {
    title: visible(file.title, 'Event'),
    summary: toStorable(file.summary ?? ''),
    content: toStorable(file.content ?? ''),
    start,
    end,
    divisions: [...new Set(teams.flatMap(({ division }) => division ?? []))],
    challenges: file.challenges.map(toChallenge),
    teams,
    solves: toSolves(file, start, end, teamIndex, challengeIndex)
  }
}

type Shown = Pick<SeedTeam, 'affiliation' | 'website' | 'country'>

/** Missing fields have no key, so that the hash of events imported earlier does not change. */
const shown = (given: { [Field in keyof Shown]: string | null | undefined }): Shown =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as Shown

const quoted = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** Milliseconds, at least one. */
function interval({ start, end }: EventFile): [number, number] {
  const from = Math.round(start * 1000)
  return [from, Math.max(Math.round(end * 1000), from + 1)]
}

function toChallenge(given: EventFile['challenges'][number], index: number): SeedEvent['challenges'][number] {
  const category = given.category?.trim().toLowerCase()
  const score = given.score ?? DEFAULT_CURVE.score
  const minScoreRate = given.minScoreRate ?? DEFAULT_CURVE.minRate
  const difficulty = given.difficulty ?? DEFAULT_CURVE.difficulty
  const { scoring } = given
  return {
    title: visible(given.title, `Challenge ${index + 1}`),
    category: CHALLENGE_CATEGORIES.find((name) => name.toLowerCase() === category) ?? 'Misc',
    content: toStorable(given.content ?? ''),
    hints: (given.hints ?? []).map(toStorable),
    flag: given.flag ? toStorable(given.flag) : flagFor(given.title),
    ...{ score, minScoreRate, difficulty },
    ...(scoring && { scoring, values: functionValues(scoring, { score, minRate: minScoreRate, difficulty }) })
  }
}

function toSolves(
  file: EventFile,
  start: number,
  end: number,
  teamIndex: Map<string, number>,
  challengeIndex: Map<string, number>
): SeedSolve[] {
  const solves = file.solves.map((solve, index) => {
    const challenge = challengeIndex.get(solve.challenge)
    if (challenge === undefined)
      throw new EventFault(`solves[${index}].challenge: there is no challenge ${quoted(solve.challenge)}`)
    const inTime = solve.at >= file.start && solve.at < file.end
    // Rounding must not move a solve over the event's end.
    const at = Math.round(solve.at * 1000)
    const kept = inTime
      ? Math.min(Math.max(at, start), end - 1)
      : solve.at < file.start
        ? Math.min(at, start - 1)
        : at
    const by = solve.by ? { by: solve.by } : {}
    return { team: teamIndex.get(solve.team)!, challenge, at: kept, exact: solve.at, inTime, ...by }
  })
  solves.sort((a, b) => a.exact - b.exact)
  const seen = new Set<number>()
  return solves.map(({ team, challenge, at, inTime, exact: _, ...by }) => {
    const pair = team * EVENT_LIMITS.challenges + challenge
    const counts = inTime && !seen.has(pair)
    if (counts) seen.add(pair)
    return { team, challenge, at: Math.max(at, 0), counts, ...by }
  })
}
