import type { z } from 'zod'
import { CONNECTION_LIMITS } from '~/server/challenges/constants'
import { connections } from '~/server/challenges/contract'

type Given = z.input<typeof connections>[number]

const NETCAT = /^(?:nc|netcat|ncat)\s+(?:-[vn]+\s+)*(\S+)\s+(\d+)$/
const NCAT_TLS = /^ncat\s+--ssl\s+(?:-[vn]+\s+)*(\S+)\s+(\d+)$/
const OPENSSL = /^openssl\s+s_client\s+(?:-(?:quiet|ign_eof)\s+)*-connect\s+(\S+):(\d+)$/
const SSH = /^ssh\s+(?:-p\s*(\d+)\s+)?(?:([^\s@]+)@)?([^\s@]+)(?:\s+-p\s*(\d+))?$/

function pageOf(text: string): Given | null {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null
  const { protocol, hostname: host, port, username, pathname, search, hash } = new URL(text)
  if (username !== '') return null
  const path = `${pathname}${search}${hash}`
  return {
    kind: protocol === 'https:' ? 'https' : 'http',
    host,
    port: port || null,
    path: path === '/' ? '' : path
  }
}

function commandOf(text: string): Given | null {
  const [, tlsHost, tlsPort] = NCAT_TLS.exec(text) ?? OPENSSL.exec(text) ?? []
  if (tlsHost) return { kind: 'tls', host: tlsHost, port: tlsPort }
  const [, host, port] = NETCAT.exec(text) ?? []
  if (host) return { kind: 'nc', host, port }
  const [, before, user, login, after] = SSH.exec(text) ?? []
  return login ? { kind: 'ssh', host: login, port: after ?? before ?? null, user: user ?? '' } : null
}

/** A line as a field; what is no known command, and what its field refuses, is `other`. */
function lineOf(text: string): Given {
  const read = pageOf(text) ?? commandOf(text)
  return read && connections.safeParse([read]).success ? read : { kind: 'other', text }
}

/** What stands for an address that is not known yet. */
const PLACEHOLDER = /\{\{|\$\{|\{\w+:|\b(?:HOST|PORT)\b/

/**
 * The lines of `connection_info` as fields. Null for what stays in the text: lines with placeholders, which values and the page
 * that finds and replaces reach there, and more or longer lines than a challenge may have.
 */
export function connectionsOf(told: string): Given[] | null {
  const lines = told
    .split('\n')
    .map((line) => line.trim().replace(/^`(.*)`$/, '$1'))
    .filter(Boolean)
  if (PLACEHOLDER.test(told) || lines.length > CONNECTION_LIMITS.connections) return null
  const read = lines.map(lineOf)
  return connections.safeParse(read).success ? read : null
}
