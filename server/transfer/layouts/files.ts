import { posix } from 'node:path'
import { sameName } from '~/server/assets/constants'
import { isRemoteUrl } from '~/server/assets/contract'
import { CHALLENGE_FILES } from '~/server/challenges/constants'
import { CHALLENGE_LIMITS } from '~/server/challenges/contract'
import { matchesGlob } from '../archive/glob'
import { type FoundFiles, findFiles } from '../archive/source'
import { type Line, TRANSFER_LIMITS } from '../contract'
import { DEFINITION, type Definition, type Provided } from '../definition'
import { contentBytes, type PlannedFile, type PlannedText } from '../plan/plan'
import { Refusal, reportLine } from '../report-lines'
import { type DefinitionPlace, flagPath } from './common'

type Handed = { as: string; path: string } | PlannedText

/** Files whose only purpose is to keep a folder in a repository. */
const KEEPERS = new Set(['.gitkeep', '.gitignore', '.keep', '.DS_Store', 'Thumbs.db'])
const remote = (path: string) => /^https?:\/\/./i.test(path)

/** Files that must never reach players: those beside the challenge's own file, and those that contain its flags. */
export function secretsOf(
  { flags, flag, flag_file: file }: Pick<Definition, 'flags' | 'flag' | 'flag_file'>,
  place: DefinitionPlace
): Set<string> {
  const folder = place.base === '.' ? '' : `${place.base}/`
  const beside = [...place.source.files.keys()].filter(
    (path) => path.startsWith(folder) && DEFINITION.test(path.slice(folder.length))
  )
  const named = [...flags, flag].flatMap((one) => (typeof one === 'object' && 'file' in one ? one.file : []))
  const paths = [...named, ...(file ? [file] : [])].map((one) => flagPath(one, place))
  return new Set([...beside, ...paths].map(place.source.real))
}

/** rCDS patterns: one without a slash matches a name anywhere, a folder all below it. */
function excludes(patterns: string[]): (path: string) => boolean {
  const wanted = patterns
    .filter((pattern) => pattern.length <= TRANSFER_LIMITS.path)
    .map((pattern) => {
      const parts = pattern
        .replace(/^\.?\//, '')
        .split('/')
        .filter(Boolean)
      return [...(parts.length === 1 ? ['**'] : []), ...parts, '**']
    })
  return (path) => wanted.some((pattern) => matchesGlob(pattern, path.split('/')))
}

/** A secret, a link to one, or a link to another challenge's definition. */
function isSecret({ source }: DefinitionPlace, secrets: Set<string>, path: string): boolean {
  const real = source.real(path)
  return secrets.has(real) || (real !== path && DEFINITION.test(posix.basename(real)))
}

/** The challenge is made without such a file. */
const LACKING = new Set(['file_missing', 'file_link', 'file_outside'])

/** Returns nothing, with a remark, for a missing path. */
function findOr(place: DefinitionPlace, named: string, notes: Line[]): FoundFiles {
  try {
    return findFiles(place.source, place.base, named)
  } catch (error) {
    if (!(error instanceof Refusal && LACKING.has(error.line.code))) throw error
    notes.push(error.line)
    return { paths: [], folder: '' }
  }
}

/** True if the notes say that a file for players is not there. */
export const isLacking = (notes: Line[]) => notes.some(({ code }) => LACKING.has(code))

/** Leaves out secrets where a folder was named. */
function handedAt(
  named: string,
  place: DefinitionPlace,
  secrets: Set<string>,
  notes: Line[],
  as?: string
): Handed[] {
  const { paths, folder } = findOr(place, named, notes)
  const hidden = new Set(paths.filter((path) => isSecret(place, secrets, path)))
  for (const path of hidden) notes.push(reportLine('secret_left', { name: path }))
  const shown = paths.filter((path) => !hidden.has(path))
  if (folder === null) return shown.map((path) => ({ as: as ?? posix.basename(path), path }))
  const open = shown.filter((path) => !KEEPERS.has(posix.basename(path)))
  return open.map((path) => ({ as: path.slice(folder.length), path }))
}

function packed(
  { spec }: Extract<Provided, { kind: 'zip' }>,
  place: DefinitionPlace,
  secrets: Set<string>,
  notes: Line[]
) {
  const within = posix.normalize(posix.join(place.base, spec.path ?? '.'))
  const roots =
    spec.files.length > 0 ? spec.files.map((one) => posix.join(spec.path ?? '.', one)) : [spec.path ?? '.']
  const out = excludes(spec.exclude)
  const paths = [...new Set(roots.flatMap((root) => findOr(place, root, notes).paths))]
  const files = paths
    .map((path): Handed => ({ as: posix.relative(within, path), path }))
    .filter(({ as }) => !out(as))
  const added = spec.additional.map(({ path, ...rest }): Handed => ({ as: posix.normalize(path), ...rest }))
  const replaced = new Set(added.map(({ as }) => as))
  const open = files.filter((one) => {
    if (replaced.has(one.as)) return false
    const secret = 'path' in one && isSecret(place, secrets, one.path)
    if (secret) notes.push(reportLine('secret_left', { name: one.as }))
    return !secret
  })
  const isOutside = ({ as }: Handed) => as.startsWith('../') || posix.isAbsolute(as)
  const all = [...open, ...added]
  for (const { as } of all.filter(isOutside)) notes.push(reportLine('file_outside', { name: as }))
  return { as: posix.basename(spec.as ?? ''), all: all.filter((one) => !isOutside(one)) }
}

function distinct(handed: Handed[], base: string): Handed[] {
  const unique = [
    ...new Map(handed.map((one) => ['path' in one ? `${one.path}\0${one.as}` : `\0${one.as}`, one])).values()
  ]
  const names = unique.map(({ as }) => as)
  return unique.map((one, index) => {
    if (names.indexOf(one.as) === index && names.lastIndexOf(one.as) === index) return one
    const longer = 'path' in one ? posix.relative(base, one.path).replace(/^(\.\.\/)+/, '') : one.as
    return { ...one, as: names.includes(longer) ? `${index + 1}-${one.as}` : longer }
  })
}

const plainName = (title: string) =>
  title
    .replace(/[\p{C}/\\:*?"<>|]/gu, '_')
    .slice(0, 100)
    .trim() || 'files'

const zipOf = (name: string, zip: Handed[]): LocalFile => ({ type: 'Local', name, content: { zip } })

interface ToHand {
  files: PlannedFile[]
  addresses: string[]
}

/** One file or address, by its name; null for a folder, several at once, and what the ZIP or a remark is for. */
function namedFile(one: Provided, place: DefinitionPlace, secrets: Set<string>): PlannedFile | null {
  if (typeof one !== 'string' && !('file' in one)) return null
  const named = (typeof one === 'string' ? one : one.file).trim()
  if (remote(named))
    return isRemoteUrl(named) && named.length <= CHALLENGE_LIMITS.url ? { type: 'Remote', url: named } : null
  let found: FoundFiles
  try {
    found = findFiles(place.source, place.base, named)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
  const [path, ...more] = found.paths
  if (found.folder !== null || path === undefined || more.length > 0) return null
  if (isSecret(place, secrets, path) || place.source.files.get(path) === 0) return null
  const name = posix.basename((typeof one !== 'string' && one.as) || path)
  return { type: 'Local', name, content: { path, hash: null } }
}

/**
 * Several files that are each named, with different names, as they are; null for others.
 * @throws Refusal for a file that is too large
 */
function namedFiles(
  provided: Provided[],
  place: DefinitionPlace,
  secrets: Set<string>
): PlannedFile[] | null {
  if (provided.length < 2 || provided.length > CHALLENGE_FILES.files) return null
  const files = provided.flatMap((one) => namedFile(one, place, secrets) ?? [])
  const local = files.flatMap((file) => (file.type === 'Local' ? [file] : []))
  if (files.length < provided.length) return null
  if (new Set(local.map(({ name }) => sameName(name))).size < local.length) return null
  const sizes = local.map(({ content }) => contentBytes(place.source, content))
  return sizes.reduce((sum, size) => sum + size, 0) > TRANSFER_LIMITS.file ? null : files
}

/**
 * Up to 20 files that are named one by one stay as they are, addresses among them. Otherwise several files, or an empty one, become
 * a ZIP, since nothing empty is stored; a single address is the file, and beside a ZIP addresses go into the text.
 * @throws Refusal for a file that is too large, or an invalid address
 */
export function filesOf(
  provided: Provided[],
  title: string,
  place: DefinitionPlace,
  secrets: Set<string>,
  notes: Line[]
): ToHand {
  const several = namedFiles(provided, place, secrets)
  if (several) return { files: several, addresses: [] }
  const isAddress = (one: Provided): one is string => typeof one === 'string' && remote(one.trim())
  const addresses = provided.filter(isAddress).map((one) => one.trim())
  const local = provided.filter((one) => !isAddress(one))
  const file = localFile(local, title, place, secrets, notes)
  if (file && contentBytes(place.source, file.content) > TRANSFER_LIMITS.file)
    throw new Refusal('file_too_long', { name: file.name, max: TRANSFER_LIMITS.file })
  const [only] = addresses
  if (file || only === undefined || addresses.length > 1) return { files: file ? [file] : [], addresses }
  if (only.length > CHALLENGE_LIMITS.url || !isRemoteUrl(only))
    throw new Refusal('invalid', { name: 'files', reason: 'field.url_malformed' })
  return { files: [{ type: 'Remote', url: only }], addresses: [] }
}

type LocalFile = Extract<PlannedFile, { type: 'Local' }>

function localFile(
  provided: Provided[],
  title: string,
  place: DefinitionPlace,
  secrets: Set<string>,
  notes: Line[]
): LocalFile | null {
  const archives: { as: string; all: Handed[] }[] = []
  const handed = provided.flatMap((one) => {
    if (typeof one === 'string') return handedAt(one, place, secrets, notes)
    if ('file' in one) return handedAt(one.file, place, secrets, notes, one.as && posix.basename(one.as))
    if ('include' in one) {
      if (one.from) {
        notes.push(reportLine('file_missing', { name: one.include[0] ?? one.from }))
        return []
      }
      const as = one.include.length === 1 && one.as ? posix.basename(one.as) : undefined
      return one.include.flatMap((path) => handedAt(path, place, secrets, notes, as))
    }
    const archive = packed(one, place, secrets, notes)
    archives.push(archive)
    return []
  })
  if (archives.length === 1 && handed.length === 0) {
    const { as, all } = archives[0]!
    return all.length > 0 ? zipOf(as || `${plainName(title)}.zip`, all) : null
  }
  const all = distinct([...handed, ...archives.flatMap((one) => one.all)], place.base)
  const [only] = all
  if (!only) return null
  if (all.length > 1 || !('path' in only) || place.source.files.get(only.path) === 0)
    return zipOf(`${plainName(title)}.zip`, all)
  return { type: 'Local', name: posix.basename(only.as), content: { path: only.path, hash: null } }
}
