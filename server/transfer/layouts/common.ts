import { posix } from 'node:path'
import { CHALLENGE_CATEGORIES, CHALLENGE_LIMITS, type ChallengeCategory } from '~/server/challenges/contract'
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

const WORDS: Record<Exclude<ChallengeCategory, 'Misc'>, string> = {
  Crypto: 'cryptography cryptographie cry',
  Pwn: 'pwnable pwnables pwning binary binaries binaryexploitation binexp binexploit exploitation',
  Web: 'webexploitation websecurity webapp webexp webhacking',
  Reverse: 'rev re reversing reversed reverseengineering reversal retroingenierie',
  Blockchain: 'web3 smartcontract smartcontracts ethereum solidity',
  Forensics:
    'forensic forensique dfir steg stego stegano steganography steganographie foren digitalforensics memoryforensics',
  Hardware: 'hw iot embedded radio rf radiofrequency sdr',
  Mobile: 'android ios',
  PPC: 'programming programmation prog coding algo algorithms scripting',
  AI: 'ml machinelearning artificialintelligence aiml',
  Pentest: 'pentesting penetrationtesting boot2root fullpwn',
  OSINT: 'opensourceintelligence recon'
}
const BY_WORD = new Map<string, ChallengeCategory>([
  ...CHALLENGE_CATEGORIES.map((one) => [one.toLowerCase(), one] as const),
  ...Object.entries(WORDS).flatMap(([name, words]) =>
    words.split(' ').map((word) => [word, name as ChallengeCategory] as const)
  ),
  ['miscellaneous', 'Misc'],
  ['miscs', 'Misc']
])

const plainWord = (said: string) =>
  said
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The whole word, else the first known part: `Web / JWT`, `main-pwn`. */
const categoryNamed = (said: string) =>
  [said, ...said.split(/[^\p{L}\p{N}]+/u)].map((one) => BY_WORD.get(plainWord(one))).find(Boolean)

export const isCategory = (said: string) => categoryNamed(said) !== undefined

export function categoryOf(
  { category, categories }: Definition,
  base: string,
  notes: Line[]
): ChallengeCategory {
  const said = category ? [category] : categories
  const words = said.length > 0 ? said : [posix.basename(posix.dirname(base))]
  const found = words.map(categoryNamed).find(Boolean)
  if (!found && words[0] !== '.') notes.push(reportLine('category', { name: words.join(', ') }))
  return found ?? 'Misc'
}

export const titleOf = ({ name, title }: Definition, base: string): string =>
  (name ?? title ?? posix.basename(posix.resolve('/', base))).trim()

function reachOf(connection: string): string {
  const text = connection.trim()
  return /^https?:\/\/\S+$/.test(text) || /[\n`]/.test(text) || text === '' ? text : `\`${text}\``
}

/** The text, and the connections that it does not tell. */
export function contentOf(definition: Definition, addresses: string[], notes: Line[]) {
  const told = definition.connection_info ?? ''
  const connections = connectionsOf(told)
  const text = [definition.description?.trim(), connections ? '' : reachOf(told)].filter(Boolean).join('\n\n')
  const whole = renderTemplate(text, definition, notes)
  if (addresses.length > 0) notes.push(reportLine('addresses'))
  const content = [whole, ...addresses.map((one) => `<${one}>`), authorOf(definition).text]
    .filter(Boolean)
    .join('\n\n')
  return { content, ...(connections?.length && { connections }) }
}

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

export function requirementsOf({ requirements: given }: Pick<Definition, 'requirements'>): string[] {
  const isObject = typeof given === 'object' && given !== null && 'prerequisites' in given
  const list: unknown = isObject ? given.prerequisites : given
  return (Array.isArray(list) ? list : [list]).flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? String(one).trim() : []
  )
}

export function limitOf({ attempts }: Definition): { attemptLimit?: number } {
  const limit = Math.min(CHALLENGE_LIMITS.attempts, Math.round(attempts ?? 0))
  return limit > 0 ? { attemptLimit: limit } : {}
}

export function noteUnusable({ unusable }: Definition, notes: Line[]): void {
  for (const name of unusable) notes.push(reportLine('bad_member', { name }))
}

export function pointsOf(value: number): number {
  if (!Number.isFinite(value)) throw new Refusal('bad_member', { name: 'value' })
  return Math.round(value)
}

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
