import { isMap, isScalar } from 'yaml'
import { CAPABILITIES } from '~/server/challenges/contract'
import { REFUSED, UNSUPPORTED } from './compose-keys'
import { COMPOSE_DEFAULTS, COMPOSE_LIMITS, type ServiceSpec } from './contract'
import { readEnvironment } from './environment'
import { readHealthcheck } from './health'
import { readMegabytes, readMountFolder, readTmpfs, readVolumes } from './mounts'
import type { Entry, Reader, Value } from './reader'
import { splitWords } from './values'

export interface Reference {
  kind: 'service' | 'network' | 'volume'
  name: string
  value: Value
}

export interface ReadService {
  spec: ServiceSpec
  entry: Entry
  references: Reference[]
}

const blank = (name: string): ServiceSpec => ({
  name,
  image: '',
  command: null,
  entrypoint: null,
  environment: {},
  flag: false,
  dependsOn: [],
  healthcheck: null,
  tmpfs: [],
  volumes: [],
  readOnly: false,
  capabilities: [],
  user: null,
  hostname: null,
  workingDir: null,
  memoryMb: COMPOSE_DEFAULTS.memoryMb,
  cpu: COMPOSE_DEFAULTS.cpu,
  pids: COMPOSE_DEFAULTS.pids,
  networks: [],
  ports: []
})

const IMAGE = /^[\w][\w./:@-]{0,511}$/
const USER = /^[\w][\w.-]{0,62}(:[\w][\w.-]{0,62})?$/
const HOSTNAME = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/

/** A list, or a text split by a shell's quotes. */
function wordsOf(reader: Reader, value: Value): string[] | null {
  if (!isScalar(value.node)) return reader.texts(value)
  const line = reader.text(value)
  const words = line === null ? null : splitWords(line)
  if (line !== null && words === null) reader.fault(value, 'compose.quote_open', { value: line })
  return words
}

const CONDITIONS = { service_started: 'started', service_healthy: 'healthy' } as const

function readDependsOn(reader: Reader, value: Value, { spec, references }: ReadService): void {
  const add = (at: Value, service: string, condition: 'started' | 'healthy') => {
    references.push({ kind: 'service', name: service, value: at })
    if (spec.dependsOn.some((one) => one.service === service))
      reader.fault(at, 'compose.duplicate', { name: service })
    else spec.dependsOn.push({ service, condition })
  }
  if (!isMap(value.node)) {
    for (const one of reader.items(value) ?? []) {
      const service = reader.text(one)
      if (service !== null) add(one, service, 'started')
    }
    return
  }
  for (const one of reader.entries(value) ?? []) {
    let condition: 'started' | 'healthy' = 'started'
    const known = {
      condition: (named: Entry) => {
        const text = reader.text(named)
        if (text === null) return
        if (Object.hasOwn(CONDITIONS, text)) condition = CONDITIONS[text as keyof typeof CONDITIONS]
        else reader.fault(named, 'compose.condition', { value: text })
      }
    }
    reader.members(one, { known, unsupported: ['restart', 'required'] })
    add(one, one.name, condition)
  }
}

function readNetworks(reader: Reader, value: Value, { spec, references }: ReadService): void {
  const add = (at: Value, name: string) => {
    references.push({ kind: 'network', name, value: at })
    if (spec.networks.includes(name)) reader.fault(at, 'compose.duplicate', { name })
    else spec.networks.push(name)
  }
  if (isMap(value.node)) {
    const more = ['aliases', 'ipv4_address', 'ipv6_address', 'link_local_ips', 'mac_address', 'priority']
    const unsupported = [...more, 'driver_opts', 'gw_priority', 'interface_name']
    for (const one of reader.entries(value) ?? []) {
      if (one.node && isMap(one.node)) reader.members(one, { known: {}, unsupported })
      add(one, one.name)
    }
  } else
    for (const one of reader.items(value) ?? []) {
      const name = reader.text(one)
      if (name !== null) add(one, name)
    }
}

function readExpose(reader: Reader, value: Value, spec: ServiceSpec): void {
  for (const one of reader.items(value) ?? []) {
    const text = reader.matching(one, /^\d{1,5}(\/tcp)?$/, 'compose.bad_port')
    if (text === null) continue
    const port = Number.parseInt(text, 10)
    if (port < 1 || port > 65_535) reader.fault(one, 'compose.bad_port', { value: text })
    else if (!spec.ports.includes(port)) spec.ports.push(port)
  }
}

/** Accepts names with or without `CAP_`. */
function readCapabilities(reader: Reader, value: Value): string[] {
  const kept = new Set<string>()
  for (const one of reader.items(value) ?? []) {
    const text = reader.text(one)
    if (text === null) continue
    const name = text.toUpperCase().replace(/^CAP_/, '')
    if (CAPABILITIES.some((known) => known === name)) kept.add(name)
    else reader.fault(one, 'compose.capability', { value: text, list: CAPABILITIES.join(', ') })
  }
  return [...kept]
}

/** Reads limits from the service's own keys or `deploy.resources.limits`. */
function limitsOf(reader: Reader, spec: ServiceSpec) {
  const given = new Set<string>()
  const once =
    (name: 'memoryMb' | 'cpu' | 'pids', read: (value: Value) => number | null) => (value: Value) => {
      const amount = read(value)
      if (given.has(name) && amount !== null && amount !== spec[name])
        reader.fault(value, 'compose.duplicate')
      given.add(name)
      spec[name] = amount ?? spec[name]
    }
  const memory = once('memoryMb', (value) => {
    const text = reader.text(value)
    const { memoryMin, memory: most } = COMPOSE_LIMITS
    return text === null ? null : readMegabytes(reader, value, text, memoryMin, most)
  })
  const cpus = once('cpu', (value) => {
    const cores = reader.number(value, 0.01, COMPOSE_LIMITS.cpu / 10, false)
    // Rounds up to tenths, without errors of binary fractions.
    return cores === null ? null : Math.max(1, Math.ceil(Number((cores * 10).toFixed(6))))
  })
  const pids = once('pids', (value) => reader.number(value, COMPOSE_LIMITS.pidsMin, COMPOSE_LIMITS.pids))
  const limits = { known: { memory, cpus, pids } }
  const resources = {
    known: { limits: (one: Entry) => reader.members(one, limits) },
    unsupported: ['reservations']
  }
  const more = [
    'endpoint_mode',
    'labels',
    'mode',
    'placement',
    'replicas',
    'rollback_config',
    'update_config'
  ]
  const deploy = (value: Entry) =>
    reader.members(value, {
      known: { resources: (one) => reader.members(one, resources) },
      refused: { restart_policy: 'compose.restart' },
      unsupported: more
    })
  return { mem_limit: memory, cpus, pids_limit: pids, deploy }
}

/** Faults go to the reader; the spec has what could be read. */
export function readService(reader: Reader, entry: Entry): ReadService {
  const spec = blank(entry.name)
  const service: ReadService = { spec, entry, references: [] }
  const set =
    <K extends keyof ServiceSpec>(key: K, read: (value: Value) => ServiceSpec[K] | null) =>
    (value: Entry) => {
      spec[key] = read(value) ?? spec[key]
    }
  const path = (value: Value) => {
    const text = reader.text(value)
    return text === null || text === '/' ? text : readMountFolder(reader, value, text)
  }
  let imageGiven = false
  reader.members(entry, {
    known: {
      image: (value) => {
        imageGiven = true
        spec.image = reader.matching(value, IMAGE) ?? ''
      },
      command: set('command', (value) => wordsOf(reader, value)),
      entrypoint: set('entrypoint', (value) => wordsOf(reader, value)),
      environment: (value) => readEnvironment(reader, value, spec),
      depends_on: (value) => readDependsOn(reader, value, service),
      healthcheck: set('healthcheck', (value) => readHealthcheck(reader, value)),
      tmpfs: (value) => readTmpfs(reader, value, spec),
      volumes: (value) => {
        const named = readVolumes(reader, value, spec)
        service.references.push(...named.map((one) => ({ kind: 'volume' as const, ...one })))
      },
      read_only: set('readOnly', (value) => reader.truth(value)),
      cap_add: set('capabilities', (value) => readCapabilities(reader, value)),
      // Everything is dropped anyway.
      cap_drop: (value) => void reader.texts(value),
      user: set('user', (value) => reader.matching(value, USER)),
      hostname: set('hostname', (value) => reader.matching(value, HOSTNAME)),
      working_dir: set('workingDir', path),
      networks: (value) => readNetworks(reader, value, service),
      expose: (value) => readExpose(reader, value, spec),
      ...limitsOf(reader, spec)
    },
    refused: REFUSED,
    unsupported: UNSUPPORTED
  })
  // `build` is the fault then.
  const built = reader.issues.some(({ path: at }) => at === `${entry.path}.build`)
  if (!imageGiven && !built) reader.fault(entry, 'compose.no_image', {}, entry.key)
  return service
}
