export const CONNECTION_KINDS = ['nc', 'http', 'https', 'ssh', 'tls', 'other'] as const
export type ConnectionKind = (typeof CONNECTION_KINDS)[number]

export const CONNECTION_LIMITS = {
  connections: 8,
  label: 40,
  host: 253,
  user: 64,
  path: 1024,
  text: 200
} as const

/** Ports that a connection has when none is named; `nc` has none. */
export const DEFAULT_PORTS: Partial<Record<ConnectionKind, number>> = {
  http: 80,
  https: 443,
  ssh: 22,
  tls: 443
}
