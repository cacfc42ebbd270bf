import { posix } from 'node:path'
import {
  CHALLENGE_LIMITS,
  CHALLENGE_TYPES,
  type ChallengeType,
  hasContainer,
  templateFault
} from '~/server/challenges/contract'
import { readSourceText, type Source } from '../archive/source'
import { type Line, TRANSFER_LIMITS } from '../contract'
import { type Definition, type Provided, readDefinition, TASK } from '../definition'
import type { PlannedChallenge } from '../plan/plan'
import { Refusal, reportLine } from '../report-lines'
import { parseMembers } from './checked'
import {
  categoryOf,
  contentOf,
  type DefinitionPlace,
  flagsOf,
  hintsOf,
  limitOf,
  noteUnusable,
  requirementsOf,
  titleOf
} from './common'
import { ctfdCurve, platformCurve } from './curve'
import { filesOf, secretsOf } from './files'
import { labelsOf } from './labels'
import { isOwn, parseOwnChallenge } from './own'
import { readComposeFile, readContainers } from './services'
import { translateTask } from './task'

interface Told {
  type: ChallengeType
  provided: Provided[]
  flags: string[]
  columns: object
}

const typeBy = ({ container }: Definition): ChallengeType =>
  container ? (container.flagTemplate ? 'DynamicContainer' : 'StaticContainer') : 'StaticAttachment'

const typeNamed = (name: string | undefined) =>
  CHALLENGE_TYPES.find((one) => one.toLowerCase() === name?.toLowerCase())

const providedOf = ({ provide }: Definition): Provided[] =>
  provide === undefined ? [] : typeof provide === 'string' ? [provide] : provide

/** Where more than one flag is needed, it would become another challenge. @throws Refusal `no_counterpart` */
function refuseLogic({ logic = 'any', flags }: Definition): void {
  const needs = logic.trim().toLowerCase()
  if (needs === 'team' || (needs !== 'any' && flags.length > 1))
    throw new Refusal('no_counterpart', { name: `logic: ${logic}` })
}

/** A compose file becomes containers of each team; another service is shared, and reached by `connection_info`. */
async function ofCtfcli(definition: Definition, place: DefinitionPlace, notes: Line[]): Promise<Told> {
  const { type = 'standard', image, containers, files } = definition
  if (!/^(standard|static|dynamic)$/i.test(type)) notes.push(reportLine('type', { name: type }))
  refuseLogic(definition)
  const services = await readComposeFile(place, notes)
  if (!services && (image !== undefined || containers !== undefined)) notes.push(reportLine('service'))
  return {
    type: services ? 'StaticContainer' : 'StaticAttachment',
    provided: [...files, ...providedOf(definition)],
    flags: await flagsOf(definition, place, notes),
    columns: { ...ctfdCurve(definition, notes), ...services }
  }
}

const RCTF_VALUE = 500

/** rCDS and rCTF. Containers with named images become those of each team; rCDS deploys others. */
async function ofRcds(definition: Definition, place: DefinitionPlace, notes: Line[]): Promise<Told> {
  const { containers, expose, pods } = definition
  const services =
    containers === undefined ? await readComposeFile(place, notes) : readContainers(definition, notes)
  if (!services && (containers !== undefined || expose !== undefined || pods.length > 0))
    notes.push(reportLine('service'))
  return {
    type: services ? 'StaticContainer' : 'StaticAttachment',
    provided: [...providedOf(definition), ...definition.files],
    flags: await flagsOf(definition, place, notes),
    columns: { ...platformCurve(definition, RCTF_VALUE, notes), ...services }
  }
}

/** zer0pts. A service is shared; the scoreboard has the points. */
async function ofTask(definition: Definition, place: DefinitionPlace, notes: Line[]): Promise<Told> {
  const services = await readComposeFile(place, notes)
  if (!services && definition.port !== undefined) notes.push(reportLine('service'))
  return {
    type: services ? 'StaticContainer' : 'StaticAttachment',
    provided: [...definition.files, ...providedOf(definition)],
    flags: await flagsOf(definition, place, notes),
    columns: { ...platformCurve(definition, null, notes), ...services }
  }
}

/** GZCTF as gzcli writes it, with the same four types. @throws Refusal */
async function ofGzctf(definition: Definition, place: DefinitionPlace, notes: Line[]): Promise<Told> {
  const { type: named, container, flags } = definition
  const type = named === undefined ? typeBy(definition) : typeNamed(named)
  if (!type) throw new Refusal('type_unknown', { name: named ?? '' })
  if (type === 'DynamicAttachment') throw new Refusal('dynamic_attachment')
  const image = container?.containerImage
  const built = !image || image.includes('{{')
  if (hasContainer(type) && built)
    notes.push(image ? reportLine('image_template', { name: image }) : reportLine('no_image'))
  const template = container?.flagTemplate ?? definition.flagTemplate
  const made = type === 'DynamicContainer'
  const fault = made && template ? templateFault(template) : null
  if (fault) throw new Refusal('invalid', { name: 'flagTemplate', reason: fault })
  if (made && flags.length > 0) notes.push(reportLine('flags_left'))
  return {
    type,
    provided: providedOf(definition),
    flags: made ? [] : await flagsOf(definition, place, notes),
    columns: {
      ...platformCurve(definition, null, notes),
      ...(hasContainer(type) && {
        containerImage: built ? undefined : image,
        containerExposePort: container?.exposePort,
        memoryLimit: container?.memoryLimit,
        cpuCount: container?.cpuCount,
        storageLimit: container?.storageLimit,
        enableTrafficCapture: container?.enableTrafficCapture,
        flagTemplate: template
      })
    }
  }
}

function layoutOf(definition: Definition): typeof ofCtfcli {
  const { type, container, provide, flags, flag, expose, containers } = definition
  if (typeNamed(type) || /^(AttackDefense|KingOfTheHill)$/i.test(type ?? '')) return ofGzctf
  if (!type && (container || (typeof provide === 'string' && flags.length > 0))) return ofGzctf
  const rcds = flag !== undefined || provide !== undefined || expose !== undefined || containers !== undefined
  return rcds && flags.length === 0 && !type ? ofRcds : ofCtfcli
}

/** The result of reading a challenge's file, even if it cannot be used. */
export interface Attempt {
  title: string
  challenge: PlannedChallenge | null
  refusal: Refusal | null
}

/** Reads one challenge folder; `path` is its definition. Never throws for its author's mistakes. */
export async function readChallenge(source: Source, path: string): Promise<Attempt> {
  const place: DefinitionPlace = { source, base: posix.dirname(path), path }
  const title = posix.basename(posix.resolve('/', place.base))
  return attempt(() => readSourceText(source, path, TRANSFER_LIMITS.definition), place, title)
}

/** Reads a challenge without a file. `title`: used when the text has none. */
export const readText = (text: string, place: DefinitionPlace, title: string): Promise<Attempt> =>
  attempt(() => Promise.resolve(text), place, title)

async function attempt(text: () => Promise<string>, place: DefinitionPlace, named: string): Promise<Attempt> {
  const { path } = place
  let title = named
  try {
    const written = await text()
    if (isOwn(written)) {
      const challenge = parseOwnChallenge(written, place, (told) => {
        title = told
      })
      return { title, challenge, refusal: null }
    }
    const isTask = TASK.test(posix.basename(path))
    const read = readDefinition(written)
    const definition = isTask ? translateTask(read, place) : read
    title = titleOf(definition, place.base) || title
    const notes: Line[] = []
    const { category, own } = categoryOf(
      definition,
      place.base,
      notes,
      !isTask || read.category !== undefined
    )
    const layout = await (isTask ? ofTask : layoutOf(definition))(definition, place, notes)
    noteUnusable(definition, notes)
    const { files, addresses } = filesOf(layout.provided, title, place, secretsOf(definition, place), notes)
    const texts = contentOf(definition, addresses, notes)
    const flags = layout.flags.map((flag) => ({ flag, file: null, decoy: null }))
    const raw = {
      title,
      category,
      type: layout.type,
      ...texts,
      ...hintsOf(definition),
      ...limitOf(definition),
      ...labelsOf(definition),
      ...layout.columns
    }
    const requires = requirementsOf(definition)
    const columns = { ...raw, ...(requires.length > 0 && { hideLocked: true }) }
    const challenge = parseMembers(path, columns, flags, files, notes)
    return { title, challenge: { ...challenge, own, requires }, refusal: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { title: title.slice(0, CHALLENGE_LIMITS.title), challenge: null, refusal: error }
  }
}
