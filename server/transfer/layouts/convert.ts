import { Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap } from 'yaml'
import { MAX_ENDPOINTS } from '~/server/challenges/contract'
import { parseCompose } from '~/server/compose'
import type { ComposeIssue } from '~/server/compose/contract'

export interface PublishedPort {
  service: string
  port: number
  protocol: 'tcp' | 'http'
}

export interface Converted {
  text: string | null
  issue: ComposeIssue | null
  services: string[]
  ports: PublishedPort[]
  unbuilt: string[]
  built: string[]
  /** `service.key` of removed keys, which a challenge does not need. */
  dropped: string[]
}

const DROPPED = [
  ...[
    'restart',
    'privileged',
    'container_name',
    'init',
    'stdin_open',
    'tty',
    'logging',
    'labels',
    'platform'
  ],
  ...['pull_policy', 'stop_grace_period', 'stop_signal', 'security_opt', 'ulimits', 'shm_size', 'profiles'],
  ...['mem_reservation', 'memswap_limit', 'scale', 'links', 'develop']
]

/** Container port of `8080:80/tcp`, `127.0.0.1:8080:80`, `80` or `{ target: 80 }`; else null. */
function portOf(item: unknown): number | null {
  const target = isMap(item) ? item.get('target') : isScalar(item) ? item.value : null
  const written = /(?:^|:)(\d{1,5})(?:\/tcp)?$/.exec(String(target ?? ''))?.[1]
  const port = Number(written)
  return written !== undefined && port >= 1 && port <= 65_535 ? port : null
}

/** Turns published ports into exposed ports and endpoints; keeps invalid ones, which are refused later. */
function convertPorts(document: Document, name: string, service: YAMLMap): PublishedPort[] {
  const given = service.get('ports')
  if (!isSeq(given)) return []
  const ports = given.items.map(portOf)
  if (ports.includes(null)) return []
  const exposed = service.get('expose')
  const known = isSeq(exposed) ? exposed.items.map((item) => (isScalar(item) ? String(item.value) : '')) : []
  const all = [...new Set([...known, ...ports.map(String)])]
  service.delete('ports')
  service.set('expose', document.createNode(all))
  return [...new Set(ports)].map((port) => ({
    service: name,
    port: port!,
    protocol: [80, 443, 3000, 5000, 8000, 8080].includes(port!) ? 'http' : 'tcp'
  }))
}

/** Converts an author's compose text to the supported subset. Never throws. */
export function convertCompose(source: string): Converted {
  const document = parseDocument(source.replace(/\r\n?/g, '\n'), { schema: 'failsafe', logLevel: 'error' })
  const found: Converted = {
    text: null,
    issue: null,
    services: [],
    ports: [],
    unbuilt: [],
    built: [],
    dropped: []
  }
  const services =
    document.errors.length === 0 && isMap(document.contents) ? document.contents.get('services') : null
  for (const { key, value } of isMap(services) ? services.items : []) {
    const name = String(key)
    found.services.push(name)
    if (!isMap(value)) continue
    if (value.has('build')) {
      if (value.has('image')) {
        found.built.push(String(value.get('image')))
        value.delete('build')
      } else found.unbuilt.push(name)
    }
    for (const one of DROPPED) if (value.delete(one)) found.dropped.push(`${name}.${one}`)
    const deploy = value.get('deploy')
    if (isMap(deploy))
      for (const one of ['restart_policy', 'replicas'])
        if (deploy.delete(one)) found.dropped.push(`${name}.deploy.${one}`)
    found.ports.push(...convertPorts(document, name, value))
  }
  found.ports.splice(MAX_ENDPOINTS)
  const changed = found.dropped.length + found.built.length + found.ports.length > 0
  const text = changed ? document.toString({ lineWidth: 0 }) : source
  const read = parseCompose(text)
  return read.ok ? { ...found, text } : { ...found, issue: read.issues[0]! }
}

export function composeTextOf(services: Record<string, object>): string {
  return new Document({ services }).toString({ lineWidth: 0 })
}
