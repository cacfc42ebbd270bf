import { posix } from 'node:path'
import { categoryNamed } from '~/server/categories/contract'
import { CHALLENGE_LIMITS, type ChallengeCategory } from '~/server/challenges/contract'
import { MAX_COST } from '~/server/hints/constants'
import { readSourceText, type Source } from '../archive/source'
import type { Line } from '../contract'
import { TRANSFER_LIMITS } from '../contract'
import type { DefinedFlag, Definition } from '../definition'
import { Refusal, reportLine } from '../report-lines'
import { connectionsOf } from './connections'
import { authorOf } from './labels'
import { renderTemplate } from './templating'

export interface DefinitionPlace {
  source: Source
  base: string
  /** Never handed to players. */
  path: string
}

export const isCategory = (said: string) => categoryNamed(said) !== undefined

/** One of the thirteen; `own`: what the author calls it where it is none of them, null where nothing is said. */
export interface SaidCategory {
  category: ChallengeCategory
  own: string | null
}

/**
 * The written category, else the folder's name. An unknown one is noted, unless it becomes one of the game's own.
 * @param isSaid false where it may be any tag; that and a folder's name make no category of the game
 */
export function categoryOf(
  { category, categories }: Definition,
  base: string,
  notes: Line[],
  isSaid: boolean
): SaidCategory {
  const said = category ? [category] : categories
  const words = said.length > 0 ? said : [posix.basename(posix.dirname(base))]
  const found = words.map(categoryNamed).find(Boolean)
  if (found) return { category: found, own: null }
  const own = (isSaid && said[0]?.trim()) || null
  if (!own && words[0] !== '.') notes.push(reportLine('category', { name: words.join(', ') }))
  return { category: 'Misc', own }
}

/** Without a name, that of the folder. */
export const titleOf = ({ name, title }: Definition, base: string): string =>
  (name ?? title ?? posix.basename(posix.resolve('/', base))).trim()

function reachOf(connection: string): string {
  const text = connection.trim()
  return /^https?:\/\/\S+$/.test(text) || /[\n`]/.test(text) || text === '' ? text : `\`${text}\``
}

/** The text, and the connections that it does not tell; none where the author names none any more. */
export function contentOf(definition: Definition, addresses: string[], notes: Line[]) {
  const told = definition.connection_info ?? ''
  const connections = connectionsOf(told)
  const text = [definition.description?.trim(), connections ? '' : reachOf(told)].filter(Boolean).join('\n\n')
  const whole = renderTemplate(text, definition, notes)
  if (addresses.length > 0) notes.push(reportLine('addresses'))
  const content = [whole, ...addresses.map((one) => `<${one}>`), authorOf(definition).text]
    .filter(Boolean)
    .join('\n\n')
  return { content, connections: connections ?? [] }
}

/** Costs are rounded, and cut at `MAX_COST`; without one, a hint is free. */
export function hintsOf({ hints: several, hint: one }: Definition) {
  const hints: string[] = []
  const pricedHints: { content: string; cost: number }[] = []
  for (const hint of [...several, ...one]) {
    const { content, cost = 0 } = typeof hint === 'string' ? { content: hint } : hint
    const points = Math.min(MAX_COST, Math.round(cost))
    if (points > 0) pricedHints.push({ content, cost: points })
    else hints.push(content)
  }
  return { hints, pricedHints }
}

/** Names or numbers of challenges, as they are written. Accepts a list, one alone, and CTFd's `{ prerequisites }`. */
export function requirementsOf({ requirements: given }: Pick<Definition, 'requirements'>): string[] {
  const isObject = typeof given === 'object' && given !== null && 'prerequisites' in given
  const list: unknown = isObject ? given.prerequisites : given
  return (Array.isArray(list) ? list : [list]).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? String(one).trim() : []
  )
}

/** Nothing when there is no limit; cut at the greatest that we have. */
export function limitOf({ attempts }: Definition): { attemptLimit?: number } {
  const limit = Math.min(CHALLENGE_LIMITS.attempts, Math.round(attempts ?? 0))
  return limit > 0 ? { attemptLimit: limit } : {}
}

/** Notes the members whose values are of the wrong form, which are ignored. */
export function noteUnusable({ unusable }: Definition, notes: Line[]): void {
  for (const name of unusable) notes.push(reportLine('bad_member', { name }))
}

/** Rounded. @throws Refusal, which leaves out the challenge, if it is no number */
export function pointsOf(value: number): number {
  if (!Number.isFinite(value)) throw new Refusal('bad_member', { name: 'value' })
  return Math.round(value)
}

/** Beside the definition; may lead out of the archive, in which it then is not found. */
export const flagPath = (named: string, place: DefinitionPlace) =>
  posix.normalize(posix.join(place.base, named.trim().replaceAll('\\', '/').normalize('NFC')))

type ReadFlag = { text: string } | { left: Line }

async function oneFlag(flag: DefinedFlag, place: DefinitionPlace, notes: Line[]): Promise<ReadFlag> {
  if (typeof flag === 'string') return { text: flag.trim() }
  if ('regex' in flag) return { left: reportLine('regex_left') }
  if ('file' in flag) {
    const path = flagPath(flag.file, place)
    if (!place.source.files.has(path)) throw new Refusal('flag_file', { name: flag.file })
    const lines = (await readSourceText(place.source, path, TRANSFER_LIMITS.flagFile)).trim().split(/\r?\n/)
    if (lines.length > 1) notes.push(reportLine('flag_lines', { name: flag.file }))
    return { text: lines[0]!.trim() }
  }
  const type = flag.type?.toLowerCase() ?? 'static'
  if (type === 'regex') return { left: reportLine('regex_left') }
  if (type !== 'static') return { left: reportLine('flag_type', { name: flag.type! }) }
  const exact = !/^case_?insensitive$/i.test(flag.data?.trim() ?? '')
  if (!exact && !notes.some(({ code }) => code === 'flag_case')) notes.push(reportLine('flag_case'))
  return { text: flag.content.trim() }
}

/** @throws Refusal `no_flag`, `regex_only`, `flag_type`, and those of the flag's file */
export async function flagsOf(
  definition: Definition,
  place: DefinitionPlace,
  notes: Line[]
): Promise<string[]> {
  const { flags, flag, flag_file: file } = definition
  const given = [...flags, ...(flag === undefined ? [] : [flag]), ...(file ? [{ file }] : [])]
  const read: ReadFlag[] = []
  for (const one of given) read.push(await oneFlag(one, place, notes))
  const texts = [...new Set(read.flatMap((one) => ('text' in one && one.text ? [one.text] : [])))]
  const left = [
    ...new Map(read.flatMap((one) => ('left' in one ? [[one.left.code, one.left]] : []))).values()
  ]
  if (texts.length > 0) {
    notes.push(...left)
    return texts
  }
  const [why] = left
  if (!why) throw new Refusal('no_flag')
  throw why.code === 'regex_left' ? new Refusal('regex_only') : new Refusal(why.code, why.params)
}
