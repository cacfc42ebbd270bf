import type { IncomingMessage } from 'node:http'
import type { HubEngine, HubName } from './hub-engine'
import {
  encodeClose,
  encodeInvocation,
  HANDSHAKE_REPLY,
  handshakeError,
  handshakeFault,
  noSuchMethod,
  PING,
  Records,
  readRecord
} from './protocol'
import type { Transport } from './transports'

/** Milliseconds and bytes. */
export interface Pace {
  check: number
  /** Longest time from negotiation or connection to the handshake. */
  handshake: number
  /** A client that was sent nothing for this long gets a ping. */
  ping: number
  /** A client that sent nothing for this long is cut. */
  silence: number
  /** Between two polls, or until the client closes. */
  away: number
  /** Bytes that may wait for a slow client; with more it is cut. */
  pending: number
}

export const PACE: Pace = {
  check: 1000,
  handshake: 15_000,
  ping: 15_000,
  silence: 30_000,
  away: 15_000,
  pending: 1024 * 1024
}

interface Needs {
  engine: HubEngine
  pace: Pace
  sentence(req: IncomingMessage, code: string): Promise<string>
  closed(): void
}

export interface Opening {
  req: IncomingMessage
  game: string | null
  /** Later requests must have the same session. Null for a visitor; absent where none may follow. */
  sessionId?: string | null
}

/** A client of a hub, from negotiation to the end, whatever the transport. */
export class HubConnection {
  transport: Transport | null = null
  #opening: Opening | null = null
  #stage: 'new' | 'entering' | 'in' | 'closing' | 'ended' = 'new'
  #stageAt = performance.now()
  #receivedAt = performance.now()
  #sentAt = performance.now()
  readonly #records = new Records()
  #leave: () => void = () => {}

  constructor(
    readonly hub: HubName,
    private readonly needs: Needs
  ) {}

  open(opening: Opening, transport: Transport): void {
    this.#opening = opening
    this.transport = transport
  }

  isOf(sessionId: string | null): boolean {
    return this.#opening?.sessionId === sessionId
  }

  /** The connection has ended, but its client may not know yet. */
  get isClosing(): boolean {
    return this.#stage === 'closing'
  }

  noteActivity(): void {
    this.#receivedAt = performance.now()
  }

  receive(text: string): void {
    if (this.#stage === 'closing' || this.#stage === 'ended') return
    this.noteActivity()
    const records = this.#records.take(text)
    if (!records) return void this.close('The message is too long.')
    for (const record of records) this.#read(record)
  }

  /** Closes the connection. With `again` the client may reconnect by itself. */
  close(error: string | null, again = false): void {
    if (this.#stage === 'closing' || this.#stage === 'ended') return
    // A client that waits for the reply to its handshake reads nothing else.
    if (this.#stage === 'entering') this.#send(HANDSHAKE_REPLY)
    const greeted = this.#stage !== 'new'
    this.#move('closing')
    this.#leave()
    if (!this.transport) return void this.end()
    if (greeted) this.#send(encodeClose(error, { allowReconnect: again }))
    this.transport.end()
  }

  end(): void {
    if (this.#stage === 'ended') return
    this.#move('ended')
    this.#leave()
    this.needs.closed()
  }

  cut(): void {
    if (this.#stage === 'ended') return
    this.#move('closing')
    this.#leave()
    this.transport?.cut()
    // Without a transport, nothing else reports the end.
    this.end()
  }

  check(now: number): void {
    const { pace } = this.needs
    const since = now - this.#stageAt
    const { awaySince } = this.transport ?? { awaySince: null }
    if (this.#stage === 'new' && since > pace.handshake) return void this.#refuseHandshake()
    if (this.#stage === 'closing' && since > pace.away) return void this.cut()
    if (awaySince !== null && now - awaySince > pace.away) return void this.cut()
    if (this.#stage !== 'entering' && this.#stage !== 'in') return
    if (now - this.#receivedAt > pace.silence) this.cut()
    else if (this.#stage === 'in' && now - this.#sentAt >= pace.ping) this.#send(PING)
  }

  #refuseHandshake(): void {
    this.transport?.send(handshakeError('No handshake came in time.'))
    this.close(null)
  }

  #read(record: string): void {
    if (this.#stage === 'new') return void this.#readHandshake(record)
    const message = readRecord(record)
    if (!message) this.close('The message cannot be read.')
    else if (message.kind === 'close') this.close(null)
    else if (message.kind === 'call') this.#send(noSuchMethod(message.id))
  }

  /** The reply is sent when the namespace has admitted the client, so that it misses nothing from then on. */
  #readHandshake(record: string): void {
    const fault = handshakeFault(record)
    if (fault !== null) {
      this.#send(handshakeError(fault))
      return void this.close(null)
    }
    this.#move('entering')
    const { req, game } = this.#opening!
    this.#leave = this.needs.engine.enter(this.hub, req, game, {
      entered: () => {
        this.#move('in')
        this.#send(HANDSHAKE_REPLY)
      },
      message: (target, args) => this.#send(encodeInvocation(target, args)),
      refused: (reason) => {
        const refuse = (text: string) => this.close(text, reason === 'server.busy')
        this.needs.sentence(req, reason).then(refuse, () => refuse(reason))
      },
      ended: () => this.close(null, true)
    })
  }

  #send(text: string): void {
    if (this.#stage === 'ended' || !this.transport) return
    this.#sentAt = performance.now()
    this.transport.send(text)
    if (this.transport.pending > this.needs.pace.pending) this.cut()
  }

  #move(stage: 'entering' | 'in' | 'closing' | 'ended'): void {
    this.#stage = stage
    this.#stageAt = performance.now()
  }
}
