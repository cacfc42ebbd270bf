import { isMap } from 'yaml'
import {
  COMPOSE_LIMITS,
  type ComposeIssue,
  type ComposeReading,
  composeSpec,
  PART_NAME,
  SERVICE_NAME
} from './contract'
import { parseText } from './document'
import { inOrder } from './order'
import { type Entry, isNull, type Members, Reader } from './reader'
import { type ReadService, readService } from './service'
import { nearestWord } from './values'

/** The network of services that name none. */
const DEFAULT_NETWORK = 'default'

const PART_KEYS = {
  network: ['attachable', 'driver_opts', 'enable_ipv4', 'enable_ipv6', 'ipam', 'labels', 'name'],
  volume: ['driver', 'driver_opts', 'labels', 'name']
}

function readParts(reader: Reader, value: Entry, kind: 'network' | 'volume'): string[] {
  const max = kind === 'network' ? COMPOSE_LIMITS.networks : COMPOSE_LIMITS.volumes
  return (reader.entries(value, max) ?? []).flatMap((entry) => {
    if (!PART_NAME.test(entry.name))
      reader.fault(entry, 'compose.bad_value', { value: entry.name }, entry.key)
    // Refuses `internal: false`, because every network is internal.
    const internal = (one: Entry) => {
      if (reader.truth(one) === false) reader.fault(one, 'compose.external')
    }
    const driver = (one: Entry) => void reader.matching(one, /^bridge$/)
    const external = (one: Entry) => {
      if (isMap(one.node) || reader.truth(one)) reader.fault(one, 'compose.external')
    }
    const known: Members['known'] = kind === 'network' ? { internal, driver, external } : { external }
    if (!isNull(entry)) reader.members(entry, { known, unsupported: PART_KEYS[kind] })
    return entry.name
  })
}

function readServices(reader: Reader, value: Entry): ReadService[] {
  const entries = reader.entries(value, COMPOSE_LIMITS.services) ?? []
  if (isMap(value.node) && entries.length === 0) reader.fault(value, 'compose.no_services')
  return entries.map((entry) => {
    if (!SERVICE_NAME.test(entry.name)) reader.fault(entry, 'compose.bad_service_name', {}, entry.key)
    return readService(reader, entry)
  })
}

const UNKNOWN = {
  service: 'compose.unknown_service',
  network: 'compose.unknown_network',
  volume: 'compose.unknown_volume'
} as const

function checkWhole(reader: Reader, services: ReadService[], known: Record<keyof typeof UNKNOWN, string[]>) {
  for (const { references } of services)
    for (const { kind, name, value } of references)
      if (!known[kind].includes(name))
        reader.fault(value, UNKNOWN[kind], { value: name, near: nearestWord(name, known[kind]) ?? '–' })
  checkNetworks(reader, services)
  const memory = services.reduce((sum, { spec }) => sum + spec.memoryMb, 0)
  const last = services.at(-1)
  if (memory > COMPOSE_LIMITS.memory && last)
    reader.fault(
      last.entry,
      'compose.memory_sum',
      { sum: memory, max: COMPOSE_LIMITS.memory },
      last.entry.key
    )
}

/** All containers share a network, so texts that separate two of them are refused. */
function checkNetworks(reader: Reader, services: readonly ReadService[]): void {
  const networksOf = ({ spec }: ReadService) => (spec.networks.length > 0 ? spec.networks : [DEFAULT_NETWORK])
  for (const [n, one] of services.entries())
    for (const other of services.slice(0, n)) {
      if (networksOf(one).some((name) => networksOf(other).includes(name))) continue
      const params = { name: one.spec.name, value: other.spec.name }
      reader.fault(one.entry, 'compose.networks_apart', params, one.entry.key)
      return
    }
}

/** Parses at most 32 KiB. Returns services in start order, or all faults by line. Never throws; reads only the text. */
export function parseCompose(text: string): ComposeReading {
  const parsed = parseText(text)
  if (Array.isArray(parsed)) return { ok: false, issues: parsed }
  const reader = new Reader(parsed)
  let services: ReadService[] = []
  let networks: string[] = []
  let volumes: string[] = []
  let listed = false
  const { root } = reader
  if (!isNull(root))
    reader.members(root, {
      known: {
        services: (value) => {
          listed = true
          services = readServices(reader, value)
        },
        networks: (value) => {
          networks = readParts(reader, value, 'network')
        },
        volumes: (value) => {
          volumes = readParts(reader, value, 'volume')
        },
        version: () => {},
        name: () => {}
      },
      refused: { secrets: 'compose.host_file', configs: 'compose.host_file', include: 'compose.extends' },
      unsupported: ['models']
    })
  if (!listed && (isNull(root) || isMap(root.node)))
    reader.fault(root, 'compose.no_services', { name: 'services' })
  checkWhole(reader, services, {
    service: services.map(({ spec }) => spec.name),
    network: [...networks, DEFAULT_NETWORK],
    volume: volumes
  })
  const { ordered, cycle } = inOrder(services)
  if (cycle) reader.fault(cycle.entry, 'compose.cycle', { list: cycle.names.join(' → ') }, cycle.entry.key)
  if (reader.issues.length > 0) return { ok: false, issues: sorted(reader.issues) }
  for (const { spec } of services)
    if (spec.networks.length === 1 && spec.networks[0] === DEFAULT_NETWORK) spec.networks = []
  const spec = { services: ordered.map((one) => one.spec), networks, volumes }
  return { ok: true, spec: composeSpec.parse(spec) }
}

const sorted = (issues: ComposeIssue[]) =>
  issues.sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0))
