import type { ConnectionListener } from './outage'

export interface Statement {
  /** The connection's application_name, such as `halyard-web`. */
  by: string
  text: string
}

const INT = 4

const strings = (body: Buffer) => body.toString('utf8').split('\0')

/** The value of a parameter in the message that begins a connection. */
function startValue(body: Buffer, name: string): string {
  const pairs = strings(body.subarray(INT))
  return pairs[pairs.indexOf(name) + 1] ?? ''
}

/**
 * Reads a connection of Postgres' protocol (version 3, without TLS) and reports each run of a statement: a simple query, or
 * the execution of a prepared one.
 */
export function statementsOf(heard: (statement: Statement) => void): ConnectionListener {
  let rest: Buffer = Buffer.alloc(0)
  let by: string | null = null
  const prepared = new Map<string, string>()
  const portals = new Map<string, string>()

  const message = (type: string, body: Buffer) => {
    const [first = '', second = ''] = strings(body)
    if (type === 'P') prepared.set(first, second)
    if (type === 'B') portals.set(first, prepared.get(second) ?? '')
    if (type === 'Q') heard({ by: by ?? '', text: first })
    if (type === 'E') heard({ by: by ?? '', text: portals.get(first) ?? '' })
  }

  return (sent) => {
    rest = Buffer.concat([rest, sent])
    for (;;) {
      // The message that begins a connection has no type.
      const head = by === null ? 0 : 1
      if (rest.length < head + INT) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      const body = rest.subarray(head + INT, end)
      if (by === null) by = startValue(body, 'application_name')
      else message(String.fromCharCode(rest[0]!), body)
      rest = rest.subarray(end)
    }
  }
}
