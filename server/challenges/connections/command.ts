import { DEFAULT_PORTS } from './constants'
import type { Connection, ShownConnection } from './contract'

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** What a player types or opens (docs/rules/challenges.md#connections). */
export function commandOf({ kind, host, port, user, path, text }: Connection): string {
  switch (kind) {
    case 'nc':
      return `nc ${host} ${port}`
    case 'tls':
      return `openssl s_client -quiet -connect ${inUrl(host)}:${port}`
    case 'ssh':
      return `ssh ${user && `${user}@`}${host} -p ${port}`
    case 'other':
      return text
    default:
      return `${kind}://${inUrl(host)}${port === DEFAULT_PORTS[kind] ? '' : `:${port}`}${path}`
  }
}

export const shownConnections = (all: readonly Connection[]): ShownConnection[] =>
  all.map((one) => ({ label: one.label, kind: one.kind, command: commandOf(one) }))
