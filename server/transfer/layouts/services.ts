import { posix } from 'node:path'
import { z } from 'zod'
import { COMPOSE_LIMITS, MAX_ENDPOINTS } from '~/server/challenges/contract'
import { readSourceText } from '../archive/source'
import type { Line } from '../contract'
import type { Definition } from '../definition'
import { reportLine } from '../report-lines'
import type { DefinitionPlace } from './common'
import { type Converted, composeTextOf, convertCompose, type PublishedPort } from './convert'

const NAMES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml']

export interface Services {
  containerCompose: string
  containerExposePort: number
  containerOptions: object
}

function servicesOf(
  from: string,
  converted: Converted,
  ports: PublishedPort[],
  notes: Line[]
): Services | null {
  const { text, issue, services, unbuilt, built, dropped } = converted
  if (unbuilt.length > 0) notes.push(reportLine('compose_build', { name: unbuilt.join(', ') }))
  else if (issue)
    notes.push(reportLine('compose_refused', { ...issue.params, file: from, reason: issue.code }))
  if (text === null) return null
  if (built.length > 0) notes.push(reportLine('compose_built', { name: built.join(', ') }))
  if (dropped.length > 0) notes.push(reportLine('compose_dropped', { name: dropped.join(', ') }))
  notes.push(reportLine('compose', { name: services.join(', ') }))
  const [entry, ...more] = ports
  if (!entry) {
    notes.push(reportLine('compose_entry'))
    return { containerCompose: text, containerExposePort: 80, containerOptions: { readOnly: false } }
  }
  const { port, ...first } = entry
  return {
    containerCompose: text,
    containerExposePort: port,
    containerOptions: { readOnly: false, entry: first, more }
  }
}

/** The compose file beside a definition; null without a usable one. */
export async function readComposeFile(
  { source, base }: DefinitionPlace,
  notes: Line[]
): Promise<Services | null> {
  const path = NAMES.map((name) => posix.join(base, name)).find((one) => source.files.has(one))
  if (path === undefined) return null
  const name = posix.basename(path)
  if ((source.files.get(path) ?? 0) > COMPOSE_LIMITS.bytes) {
    notes.push(reportLine('file_too_long', { name, max: COMPOSE_LIMITS.bytes }))
    return null
  }
  const converted = convertCompose(await readSourceText(source, path, COMPOSE_LIMITS.bytes))
  return servicesOf(name, converted, converted.ports, notes)
}

const words = z.union([z.string(), z.array(z.string())]).optional()
const number = z.string().regex(/^\d+$/).transform(Number)

const container = z.object({
  image: z.string().optional(),
  build: z.unknown().optional(),
  command: words,
  environment: z.union([z.record(z.string(), z.string()), z.array(z.string())]).optional(),
  ports: z.array(number).default([]),
  resources: z
    .object({ limits: z.object({ cpu: z.string().optional(), memory: z.string().optional() }).optional() })
    .optional()
})

const memoryOf = (written: string) => written.replace(/i$/, '').toLowerCase()
const coresOf = (written: string) =>
  /^\d+m$/.test(written) ? String(Number.parseInt(written, 10) / 1000) : written

/** Containers that a definition lists itself, as services of Compose. Null if they are of another form. */
export function readContainers({ containers, expose = {} }: Definition, notes: Line[]): Services | null {
  const read = z.record(z.string(), container).safeParse(containers)
  if (!read.success) return null
  const services = Object.fromEntries(
    Object.entries(read.data).map(([name, { image, build, command, environment, ports, resources }]) => {
      const { cpu, memory } = resources?.limits ?? {}
      return [
        name,
        {
          ...(image !== undefined && { image }),
          ...(build !== undefined && { build: '.' }),
          ...(command !== undefined && { command }),
          ...(environment !== undefined && { environment }),
          ...(ports.length > 0 && { expose: ports }),
          ...(memory !== undefined && { mem_limit: memoryOf(memory) }),
          ...(cpu !== undefined && { cpus: coresOf(cpu) })
        }
      ]
    })
  )
  const ports = Object.entries(expose).flatMap(([service, list]) =>
    list.flatMap(({ target, http }): PublishedPort[] => {
      const port = Number(target)
      return Number.isInteger(port) ? [{ service, port, protocol: http === undefined ? 'tcp' : 'http' }] : []
    })
  )
  return servicesOf(
    'containers',
    convertCompose(composeTextOf(services)),
    ports.slice(0, MAX_ENDPOINTS),
    notes
  )
}
