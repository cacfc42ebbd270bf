import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { ADMIN_NAMESPACE, type ContractMessages, GAME_NAMESPACE, MONITOR_NAMESPACE } from '../contract'

/** A hub: the messages of a namespace that bear names of the contract (docs/rules/wire.md#hubs). */
interface Hub {
  namespace: string
  targets: (keyof ContractMessages)[]
}

export const HUBS = {
  user: { namespace: GAME_NAMESPACE, targets: ['ReceivedGameNotice'] },
  monitor: { namespace: MONITOR_NAMESPACE, targets: ['ReceivedGameEvent', 'ReceivedSubmissions'] },
  admin: { namespace: ADMIN_NAMESPACE, targets: ['ReceivedLog'] }
} satisfies Record<string, Hub>
export type HubName = keyof typeof HUBS

/** What becomes of somebody in a namespace. */
export interface Heard {
  /** It is in: nothing that comes from now on is missed. */
  entered(): void
  /** `args`: the arguments as JSON, without brackets. */
  message(target: string, args: string): void
  /** It may not be in, for a reason of `Refusal`. */
  refused(reason: string): void
  /** It may not be in any more, or cannot be told any more. */
  ended(): void
}

/** Types of Socket.IO's packets, with which each begins. */
const [CONNECT, EVENT, REFUSAL] = ['0', '2', '4']

/**
 * Lets connections of hubs into the namespaces of Socket.IO, where they are sockets like any other: admitted, told, looked
 * at again and cut by the same code. To Socket.IO this is an engine beside Engine.IO (`io.bind`), whose lines are read here.
 */
export class Lines extends EventEmitter {
  /** @returns what takes it out again */
  enter(name: HubName, req: IncomingMessage, game: string | null, heard: Heard): () => void {
    const line = new Line(HUBS[name], Object.assign(req, { _query: game === null ? {} : { game } }), heard)
    this.emit('connection', line)
    line.emit('data', `${CONNECT}${HUBS[name].namespace},`)
    return () => line.leave()
  }

  /** Socket.IO closes the engines it knows. */
  close(): void {}
}

/** What Socket.IO needs of a connection of Engine.IO. */
class Line extends EventEmitter {
  readonly id = randomUUID()
  readonly protocol = 4
  readonly transport = { name: 'hub', writable: true }
  readyState: 'open' | 'closed' = 'open'
  #in = false
  readonly #prefixes: [target: string, prefix: string][]
  readonly #kind: number

  constructor(
    { namespace, targets }: Hub,
    readonly request: IncomingMessage,
    private readonly heard: Heard
  ) {
    super()
    this.#kind = namespace.length + 2
    this.#prefixes = targets.map((target) => [target, `${EVENT}${namespace},["${target}",`])
  }

  get remoteAddress(): string | undefined {
    return this.request.socket.remoteAddress
  }

  /** A packet as Socket.IO writes it: its type, the namespace, a comma and JSON. */
  write(packet: string): void {
    if (packet[0] === REFUSAL) return void this.heard.refused(JSON.parse(packet.slice(this.#kind)).message)
    if (packet[0] !== EVENT) return
    // The first event says that the socket has everything up to now.
    if (!this.#in) this.heard.entered()
    this.#in = true
    for (const [target, prefix] of this.#prefixes)
      if (packet.startsWith(prefix)) this.heard.message(target, packet.slice(prefix.length, -1))
  }

  close(): void {
    if (this.leave()) this.heard.ended()
  }

  leave(): boolean {
    if (this.readyState === 'closed') return false
    this.readyState = 'closed'
    this.emit('close', 'transport close')
    return true
  }
}
