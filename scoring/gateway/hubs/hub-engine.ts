import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { ADMIN_NAMESPACE, type ContractMessages, GAME_NAMESPACE, MONITOR_NAMESPACE } from '../contract'

/** Messages of a namespace with names of the contract (docs/rules/wire.md#hubs). */
interface Hub {
  namespace: string
  targets: (keyof ContractMessages)[]
}

const HUBS = {
  user: { namespace: GAME_NAMESPACE, targets: ['ReceivedGameNotice'] },
  monitor: { namespace: MONITOR_NAMESPACE, targets: ['ReceivedGameEvent', 'ReceivedSubmissions'] },
  admin: { namespace: ADMIN_NAMESPACE, targets: ['ReceivedLog'] }
} satisfies Record<string, Hub>
export type HubName = keyof typeof HUBS

interface HubListener {
  /** Called when the socket is admitted; it misses nothing from now on. */
  entered(): void
  /** `args`: JSON without the brackets. */
  message(target: string, args: string): void
  refused(reason: string): void
  ended(): void
}

/** Packet types of Socket.IO: the first character. */
const [CONNECT, EVENT, REFUSAL] = ['0', '2', '4']

/** Puts clients of hubs into the namespaces, as an engine of Socket.IO beside Engine.IO (`io.bind`). */
export class HubEngine extends EventEmitter {
  enter(name: HubName, req: IncomingMessage, game: string | null, listener: HubListener): () => void {
    const socket = new HubSocket(
      HUBS[name],
      Object.assign(req, { _query: game === null ? {} : { game } }),
      listener
    )
    this.emit('connection', socket)
    socket.emit('data', `${CONNECT}${HUBS[name].namespace},`)
    return () => socket.leave()
  }

  close(): void {}
}

/** The members of an Engine.IO connection that Socket.IO uses. */
class HubSocket extends EventEmitter {
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
    private readonly listener: HubListener
  ) {
    super()
    this.#kind = namespace.length + 2
    this.#prefixes = targets.map((target) => [target, `${EVENT}${namespace},["${target}",`])
  }

  get remoteAddress(): string | undefined {
    return this.request.socket.remoteAddress
  }

  write(packet: string): void {
    if (packet[0] === REFUSAL) return void this.listener.refused(JSON.parse(packet.slice(this.#kind)).message)
    if (packet[0] !== EVENT) return
    // The first event confirms that the socket has everything up to now.
    if (!this.#in) this.listener.entered()
    this.#in = true
    for (const [target, prefix] of this.#prefixes)
      if (packet.startsWith(prefix)) this.listener.message(target, packet.slice(prefix.length, -1))
  }

  close(): void {
    if (this.leave()) this.listener.ended()
  }

  leave(): boolean {
    if (this.readyState === 'closed') return false
    this.readyState = 'closed'
    this.emit('close', 'transport close')
    return true
  }
}
