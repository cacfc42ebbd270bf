import { posix } from 'node:path'
import { CHALLENGE_CATEGORIES, type ChallengeCategory } from '~/server/challenges/contract'
import type { Line } from '../contract'
import { TRANSFER_LIMITS } from '../contract'
import type { DefinedFlag, Definition } from '../definition'
import { line, Refusal } from '../lines'
import { type Source, textOf } from '../source'

/** A challenge's own file and where it stands. */
export interface Place {
  source: Source
  /** Folder of the file; '.' at the top. */
  base: string
  /** The file itself: never handed to players. */
  path: string
}

/** Words that authors use, letters and digits only, beside the thirteen names themselves. */
const WORDS: Record<Exclude<ChallengeCategory, 'Misc'>, string> = {
  Crypto: 'cryptography cry',
  Pwn: 'pwnable pwnables pwning binary binaryexploitation binexp binexploit exploitation',
  Web: 'webexploitation websecurity webexp webhacking',
  Reverse: 'rev re reversing reverseengineering reversal',
  Blockchain: 'web3 smartcontract smartcontracts ethereum',
  Forensics: 'forensic dfir stego steganography foren digitalforensics memoryforensics',
  Hardware: 'hw iot embedded radio rf sdr',
  Mobile: 'android ios',
  PPC: 'programming prog coding algo algorithms scripting',
  AI: 'ml machinelearning artificialintelligence aiml llm',
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

/** One of the thirteen; the folder above the challenge's speaks where the file does not. */
export function categoryOf({ category }: Definition, base: string, notes: Line[]): ChallengeCategory {
  const said = category ?? posix.basename(posix.dirname(base))
  const found = BY_WORD.get(said.toLowerCase().replace(/[^a-z0-9]/g, ''))
  if (!found) notes.push(line('category', { name: said }))
  return found ?? 'Misc'
}

export const titleOf = ({ name, title }: Definition, base: string): string =>
  (name ?? title ?? posix.basename(posix.resolve('/', base))).trim()

/** The description, then how to connect, then who wrote it. */
export function contentOf(definition: Definition, description = definition.description ?? ''): string {
  const { connection_info: connection, attribution } = definition
  const authors = [...definition.author, ...definition.authors]
  const by = attribution ?? (authors.length > 0 ? `Author: ${authors.join(', ')}` : null)
  const reach =
    connection &&
    (/^https?:\/\/\S+$/.test(connection.trim()) ? connection.trim() : `\`${connection.trim()}\``)
  return [description.trim(), reach, by].filter(Boolean).join('\n\n')
}

/** Hints are free here. */
export function hintsOf({ hints }: Definition, notes: Line[]): string[] {
  if (hints.some((hint) => typeof hint === 'object' && (hint.cost ?? 0) > 0)) notes.push(line('hint_cost'))
  return hints.map((hint) => (typeof hint === 'string' ? hint : hint.content))
}

/** Notes on what has no counterpart here. */
export function unknownOf({ requirements, attempts }: Definition, notes: Line[]): void {
  if (requirements !== undefined) notes.push(line('requirements'))
  if ((attempts ?? 0) > 0) notes.push(line('attempts'))
}

/** A whole number of points. @throws Refusal */
export function pointsOf(value: number): number {
  if (!Number.isFinite(value)) throw new Refusal('bad_member', { name: 'value' })
  return Math.round(value)
}

async function oneFlag(flag: DefinedFlag, place: Place, notes: Line[]): Promise<string | null> {
  if (typeof flag === 'string') return flag.trim()
  if ('regex' in flag) return null
  if ('file' in flag) {
    const path = posix.normalize(posix.join(place.base, flag.file))
    if (!place.source.files.has(path)) throw new Refusal('flag_file', { name: flag.file })
    const lines = (await textOf(place.source, path, TRANSFER_LIMITS.flagFile)).trim().split(/\r?\n/)
    if (lines.length > 1) notes.push(line('flag_lines', { name: flag.file }))
    return lines[0]!.trim()
  }
  if (flag.type?.toLowerCase() === 'regex') return null
  if (flag.type && flag.type.toLowerCase() !== 'static') throw new Refusal('flag_type', { name: flag.type })
  if (flag.data?.toLowerCase() === 'case_insensitive') notes.push(line('flag_case'))
  return flag.content.trim()
}

/** The texts that solve it. @throws Refusal `no_flag`, `regex_only` and of the file that holds it */
export async function flagsOf(definition: Definition, place: Place, notes: Line[]): Promise<string[]> {
  const { flags, flag, flag_file: file } = definition
  const given = [...flags, ...(flag === undefined ? [] : [flag]), ...(file ? [{ file }] : [])]
  const read: (string | null)[] = []
  for (const one of given) read.push(await oneFlag(one, place, notes))
  const texts = [...new Set(read.filter((one): one is string => !!one))]
  const patterns = read.some((one) => one === null)
  if (texts.length === 0) throw new Refusal(patterns ? 'regex_only' : 'no_flag')
  if (patterns) notes.push(line('regex_left'))
  return texts
}
