import type { z } from 'zod'
import {
  CHALLENGE_CATEGORIES,
  type ChallengeType,
  hasContainer,
  templateFault
} from '~/server/challenges/contract'
import type { Line } from '../contract'
import type { PlannedChallenge } from '../plan/plan'
import { Refusal, reportLine } from '../report-lines'
import { parseTypedYaml, type TypedYaml } from '../yaml'
import { parseMembers } from './checked'
import type { DefinitionPlace } from './common'
import { filesOf, secretsOf } from './files'
import { OWN_MARK, type OwnChallenge, ownChallenge } from './own-format'

/** The mark at the margin, or in quotes as JSON has it. */
const MARKED = new RegExp(`^(?:${OWN_MARK}|\\s*\\{?\\s*"${OWN_MARK}")\\s*:`, 'm')

/** True for a text that says it is in our format. */
export const isOwn = (text: string): boolean => MARKED.test(text)

type Path = readonly PropertyKey[]

const within = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | null | undefined)?.[part], value)

/** Puts a value in its place in a tree that has one there. */
function put(tree: unknown, path: Path, value: unknown): void {
  const parent = within(tree, path.slice(0, -1)) as Record<PropertyKey, unknown>
  parent[path.at(-1)!] = value
}

/** Names, of which `null` would be one. */
const PLUGGED = [['checker'], ['scoring']] as const

/** The line of a fault; of a member that is unknown, its own. */
const placeOf = (issue: z.core.$ZodIssue): Path =>
  issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path

const nameOf = (path: Path) =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')

/**
 * Texts stay as they are written, so that `0123` and `yes` are flags; where another type is asked for, the value counts.
 * @throws Refusal `invalid_at` with line and member
 */
function validated({ texts, typed, lineOf }: TypedYaml): OwnChallenge {
  for (const path of PLUGGED) if (within(typed, path) === null) put(texts, path, null)
  const first = ownChallenge.safeParse(texts)
  if (first.success) return first.data
  for (const { path } of first.error.issues) {
    const value = within(typed, path)
    if (path.length > 0 && (typeof value === 'boolean' || value === null)) put(texts, path, value)
  }
  const second = ownChallenge.safeParse(texts)
  if (second.success) return second.data
  const issue = second.error.issues[0]!
  const place = placeOf(issue)
  throw new Refusal('invalid_at', {
    at: lineOf(place),
    name: nameOf(place) || OWN_MARK,
    reason: issue.message
  })
}

/** @throws Refusal of a file that is too large */
function sharedFilesOf(
  paths: string[],
  title: string,
  place: DefinitionPlace,
  secrets: Set<string>,
  notes: Line[]
) {
  const { files, addresses } = filesOf(paths, title, place, secrets, notes)
  if (addresses.length > 0) throw new Refusal('invalid', { name: 'files', reason: 'field.url_malformed' })
  return files
}

/** A flag; of a dynamic attachment with the file of its team. @throws Refusal */
function flagOf(
  given: NonNullable<OwnChallenge['flags']>[number],
  type: ChallengeType,
  place: DefinitionPlace,
  secrets: Set<string>
): PlannedChallenge['flags'][number] {
  const wrong = (reason: string) => new Refusal('invalid', { name: 'flags', reason })
  if (typeof given === 'string') {
    if (type === 'DynamicAttachment') throw wrong('challenge.use_flag_attachments')
    return { flag: given, file: null, decoy: null }
  }
  if (type !== 'DynamicAttachment') throw wrong('challenge.flag_attachment_not_allowed')
  const notes: Line[] = []
  const [file] = sharedFilesOf([given.file], given.flag, place, secrets, notes)
  // Without the file, its team would get nothing.
  if (!file) throw new Refusal('file_missing', { name: given.file })
  return { flag: given.flag, file, decoy: null }
}

/**
 * A challenge of our own format (docs/challenges-as-code.md#the-format); `told` hears its title as soon as it is known.
 * @throws Refusal `bad_yaml`, `invalid_at`, `invalid`
 */
export function parseOwnChallenge(
  text: string,
  place: DefinitionPlace,
  told: (title: string) => void
): PlannedChallenge {
  const read = validated(parseTypedYaml(text))
  told(read.title)
  const { [OWN_MARK]: _, title, category, type, flags, files, requires, ...columns } = read
  const notes: Line[] = []
  const secrets = secretsOf({ flags: [], flag: undefined, flag_file: undefined }, place)
  const made = type === 'DynamicContainer'
  if (made && (flags?.length ?? 0) > 0) notes.push(reportLine('flags_left'))
  const fault = made && columns.flagTemplate ? templateFault(columns.flagTemplate) : null
  if (fault) throw new Refusal('invalid', { name: 'flagTemplate', reason: fault })
  if (hasContainer(type) && !columns.containerImage && !columns.containerCompose?.trim())
    notes.push(reportLine('no_image'))
  const own = (made ? [] : (flags ?? [])).map((one) => flagOf(one, type, place, secrets))
  if (type === 'DynamicAttachment' && files?.length)
    throw new Refusal('invalid', { name: 'files', reason: 'challenge.use_flag_attachments' })
  const shared = files ? sharedFilesOf(files, title, place, secrets, notes) : []
  const standard = CHALLENGE_CATEGORIES.find((one) => one === category)
  const raw = { title, category: standard ?? 'Misc', type, ...columns }
  const challenge = parseMembers(place.path, raw, own, shared, notes)
  return {
    ...challenge,
    own: standard ? null : category,
    requires: requires ?? [],
    silent: { flags: flags === undefined, files: files === undefined, requires: requires === undefined }
  }
}
