import type { IncomingMessage } from 'node:http'
import type { HubName, Lines } from './lines'
import {
  closing,
  handshakeFault,
  invocation,
  noSuchMethod,
  PING,
  Records,
  readRecord,
  unwelcome,
  WELCOME
} from './protocol'
import type { Transport } from './transports'

/** How connections are kept, in milliseconds and bytes. */
export interface Pace {
  /** How often all of them are looked at. */
  look: number
  /** How long a client may take from negotiation or connection to its handshake. */
  handshake: number
  /** A client that was told nothing for this long is sent a ping. */
  ping: number
  /** A client that said nothing for this long is gone. */
  silence: number
  /** How long a client may stay away between two polls, or take to close. */
  away: number
  /** What may wait for a slow client, in bytes; one that is further behind is cut. */
  pending: number
}

export const PACE: Pace = {
  look: 1000,
  handshake: 15_000,
  ping: 15_000,
  silence: 30_000,
  away: 15_000,
  pending: 1024 * 1024
}

interface Needs {
  lines: Lines
  pace: Pace
  /** Puts the reason of a refusal into the language of a request. */
  sentence(req: IncomingMessage, code: string): Promise<string>
  /** Called once, when nothing is left of it. */
  gone(): void
}

/** What the first request of a transport said. */
export interface Opening {
  req: IncomingMessage
  game: string | null
  /** Whose it is: later requests must be of the same session. Null for a visitor; absent where none may follow. */
  sessionId?: string | null
}

/** Somebody at a hub, from negotiation to the end, whatever the transport. */
export class HubConnection {
  transport: Transport | null = null
  #opening: Opening | null = null
  #stage: 'new' | 'entering' | 'in' | 'closing' | 'gone' = 'new'
  #stageAt = performance.now()
  #heardAt = performance.now()
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

  /** It has ended, and its client may not know yet. */
  get isClosing(): boolean {
    return this.#stage === 'closing'
  }

  /** The client is still there. */
  noteLife(): void {
    this.#heardAt = performance.now()
  }

  /** Takes in what the client sent, which may be part of a record or several. */
  receive(text: string): void {
    if (this.#stage === 'closing' || this.#stage === 'gone') return
    this.noteLife()
    const records = this.#records.take(text)
    if (!records) return void this.close('The message is too long.')
    for (const record of records) this.#read(record)
  }

  /** Tells the client that the connection ends; with `again` it may come back by itself. */
  close(error: string | null, again = false): void {
    if (this.#stage === 'closing' || this.#stage === 'gone') return
    // A client that still waits for the answer to its handshake reads nothing else.
    if (this.#stage === 'entering') this.#send(WELCOME)
    const greeted = this.#stage !== 'new'
    this.#move('closing')
    this.#leave()
    if (!this.transport) return void this.end()
    if (greeted) this.#send(closing(error, again))
    this.transport.end()
  }

  /** The client is gone. */
  end(): void {
    if (this.#stage === 'gone') return
    this.#move('gone')
    this.#leave()
    this.needs.gone()
  }

  /** Ends it at once, whatever the client does. */
  cut(): void {
    if (this.#stage === 'gone') return
    this.#move('closing')
    this.#leave()
    this.transport?.cut()
    // A client that hung up before there was a transport is not heard of again.
    this.end()
  }

  /** Looks at what is due. */
  look(now: number): void {
    const { pace } = this.needs
    const since = now - this.#stageAt
    const { awaySince } = this.transport ?? { awaySince: null }
    if (this.#stage === 'new' && since > pace.handshake) return void this.#giveUp()
    if (this.#stage === 'closing' && since > pace.away) return void this.cut()
    if (awaySince !== null && now - awaySince > pace.away) return void this.cut()
    if (this.#stage !== 'entering' && this.#stage !== 'in') return
    if (now - this.#heardAt > pace.silence) this.cut()
    else if (this.#stage === 'in' && now - this.#sentAt >= pace.ping) this.#send(PING)
  }

  #giveUp(): void {
    this.transport?.send(unwelcome('No handshake came in time.'))
    this.close(null)
  }

  #read(record: string): void {
    if (this.#stage === 'new') return void this.#shakeHands(record)
    const message = readRecord(record)
    if (!message) this.close('The message cannot be read.')
    else if (message.kind === 'close') this.close(null)
    else if (message.kind === 'call') this.#send(noSuchMethod(message.id))
  }

  /** The answer is sent by whoever lets the client in, so that it misses nothing from then on. */
  #shakeHands(record: string): void {
    const fault = handshakeFault(record)
    if (fault !== null) {
      this.#send(unwelcome(fault))
      return void this.close(null)
    }
    this.#move('entering')
    // Nothing is received before it is open.
    const { req, game } = this.#opening!
    this.#leave = this.needs.lines.enter(this.hub, req, game, {
      entered: () => {
        this.#move('in')
        this.#send(WELCOME)
      },
      message: (target, args) => this.#send(invocation(target, args)),
      refused: (reason) => {
        const refuse = (text: string) => this.close(text, reason === 'server.busy')
        this.needs.sentence(req, reason).then(refuse, () => refuse(reason))
      },
      ended: () => this.close(null, true)
    })
  }

  #send(text: string): void {
    if (this.#stage === 'gone' || !this.transport) return
    this.#sentAt = performance.now()
    this.transport.send(text)
    if (this.transport.pending > this.needs.pace.pending) this.cut()
  }

  #move(stage: 'entering' | 'in' | 'closing' | 'gone'): void {
    this.#stage = stage
    this.#stageAt = performance.now()
  }
}
