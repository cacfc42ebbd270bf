import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { GAME_NAMESPACE, type ServerMessages } from '~/scoring/gateway/contract'
import type { AnswerResult } from '~/server/submissions/contract'
import type { Http } from './http'
import { atMost, Semaphore } from './pool'
import type { Player } from './teams'

export interface Judged {
  status: AnswerResult
  /** When it was received, in milliseconds of `performance.now()`. */
  at: number
  /** True: the socket delivered it. False: polled, so `at` is late by up to one poll. */
  pushed: boolean
}

export interface Sent {
  id: number
  game: number
  challenge: number
  player: number
}

/** Timeouts, in milliseconds: of connecting, of a push before polling starts, and of the verdict. */
const CONNECT_MS = 5000
const PUSH_MS = 2000
const TIMEOUT_MS = 120_000
/** Milliseconds between polls; the last one repeats. */
const ASK_MS = [15, 15, 30, 60, 120, 250, 500]
const ASKING = 16

/** Receives verdicts by the sockets of players that have one, and polls for the others. */
export class Verdicts {
  readonly #sockets = new Map<number, Socket<ServerMessages>>()
  readonly #arrived = new Map<number, Judged>()
  readonly #waiting = new Map<number, (judged: Judged) => void>()
  readonly #asking = new Semaphore(ASKING)

  constructor(
    private readonly http: Http,
    private readonly players: Player[],
    private readonly signal: AbortSignal
  ) {}

  /** Opens sockets for these players; those that do not connect within five seconds are polled for. */
  async open(url: string, game: number, indices: number[]): Promise<void> {
    const connected = indices.map((index) => {
      const socket: Socket<ServerMessages> = io(url + GAME_NAMESPACE, {
        transports: ['websocket'],
        forceNew: true,
        auth: { game },
        extraHeaders: { cookie: this.players[index]!.cookie }
      })
      this.#sockets.set(index, socket)
      socket.on('verdict', ({ id, status }) =>
        this.#hear(id, { status, at: performance.now(), pushed: true })
      )
      return new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    })
    await atMost(CONNECT_MS, Promise.all(connected))
  }

  /** The verdict of a submission; null when there is none within two minutes. */
  async of(sent: Sent): Promise<Judged | null> {
    const early = this.#arrived.get(sent.id)
    if (early) {
      this.#arrived.delete(sent.id)
      return early
    }
    const done = new AbortController()
    const pushed = new Promise<Judged>((resolve) => this.#waiting.set(sent.id, resolve))
    const asked = this.#ask(sent, AbortSignal.any([done.signal, this.signal]))
    try {
      return await Promise.race([pushed, asked])
    } finally {
      done.abort()
      this.#waiting.delete(sent.id)
    }
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.disconnect()
  }

  #hear(id: number, judged: Judged): void {
    const resolve = this.#waiting.get(id)
    if (resolve) resolve(judged)
    else this.#arrived.set(id, judged)
  }

  async #ask({ id, game, challenge, player }: Sent, signal: AbortSignal): Promise<Judged | null> {
    const end = performance.now() + TIMEOUT_MS
    const path = `/api/game/${game}/challenges/${challenge}/status/${id}`
    const cookie = this.players[player]!.cookie
    if (this.#sockets.get(player)?.connected && !(await pause(PUSH_MS, signal))) return null
    for (let turn = 0; performance.now() < end; turn++) {
      if (!(await pause(ASK_MS[Math.min(turn, ASK_MS.length - 1)]!, signal))) return null
      await this.#asking.take()
      try {
        if (signal.aborted) return null
        const { status, body } = await this.http.call({ path, cookie })
        const verdict = body as AnswerResult
        if (status === 200 && verdict !== 'FlagSubmitted')
          return { status: verdict, at: performance.now(), pushed: false }
      } finally {
        this.#asking.give()
      }
    }
    return null
  }
}

/** @returns false when the signal came first */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal }).catch(() => false)
