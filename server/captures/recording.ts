import { isIP } from 'node:net'
import { join } from 'node:path'
import { type CaptureWriter, createCaptureFile, sizeOfAll } from './file'
import { type CaptureLimits, folderOf } from './limits'
import {
  type Conversation,
  createConversation,
  type Endpoint,
  fileHead,
  notePacket,
  type Packet,
  type Side,
  sizeOf
} from './pcap'
import type { CaptureFacts, CaptureRows, Written } from './rows'

/** What a recorder hears of a connection. Nothing here waits, copies what is carried, or throws. */
export interface Tap {
  data(from: Side, bytes: Buffer): void
  /** One side has said all that it says. */
  fin(from: Side): void
  /** The connection is over. */
  close(): void
}

/** Why bytes are not in the file. */
export type DropReason = 'queue' | 'quota' | 'disk' | 'write' | 'database'

export interface RecordingParts {
  facts: CaptureFacts
  /** The tunnel's id. */
  connection: string
  client: Endpoint
  service: Endpoint
  rows: CaptureRows
  limits: CaptureLimits
  /** Folder of all recordings. */
  root: string
  /** Bytes that wait in all recordings of the process. */
  waiting: { bytes: number }
  /** Bytes free on the disk. */
  room(): Promise<number>
  /** The first time that bytes are dropped. */
  onDrop(reason: DropReason): void
  /** The database failed. */
  onError(error: Error): void
}

interface Part extends CaptureWriter {
  id: number
  charged: number
  dropped: number
  /** Its row has been deleted. */
  gone: boolean
}

/** Bytes of packets that are written at once. */
const BATCH = 256 * 1024
/** Reserved for a new file; then as much again as it has, up to the second. */
const FIRST = 64 * 1024
const MORE = 1024 * 1024
/** Milliseconds until it is tried again what has just failed. */
const PAUSE = 10_000

const now = () => Math.round((performance.timeOrigin + performance.now()) * 1000)

/** An address as it can be written; what is none is the unspecified one. */
const written = ({ address, port }: Endpoint): Endpoint => ({
  address: isIP(address) ? address : '0.0.0.0',
  port
})

/** One connection that is written into files. Players never wait for it: what it cannot keep up with is dropped. */
export class Recording implements Tap {
  readonly #parts: RecordingParts
  readonly #client: Endpoint
  readonly #service: Endpoint
  readonly #talk: Conversation
  readonly #finished = new Set<Side>()
  #queue: Packet[] = []
  #queued = 0
  #part: Part | null = null
  #files = 0
  /** Dropped while there was no file. */
  #unplaced = 0
  #told = false
  #paused: { until: number; reason: DropReason } | null = null
  /** Time of performance.now() from which on nothing more is recorded. */
  #until = Number.POSITIVE_INFINITY
  #ended = false
  #working: Promise<void> = Promise.resolve()
  #busy = false
  readonly done: Promise<void>
  #resolve: () => void = () => {}

  constructor(parts: RecordingParts) {
    this.#parts = parts
    this.#client = written(parts.client)
    this.#service = written(parts.service)
    this.#talk = createConversation(this.#client, this.#service)
    this.done = new Promise((resolve) => {
      this.#resolve = resolve
    })
    this.#push(this.#talk.open(now()))
  }

  data(from: Side, bytes: Buffer): void {
    if (performance.now() >= this.#until) this.stop()
    if (this.#ended) return
    const { limits, waiting } = this.#parts
    const full = this.#queued + bytes.length > limits.queue || waiting.bytes + bytes.length > limits.queues
    if (full) {
      this.#talk.skip(from, bytes.length)
      this.#drop(bytes.length, 'queue')
    } else this.#push(this.#talk.data(from, bytes, now()))
  }

  fin(from: Side): void {
    if (this.#ended || this.#finished.has(from)) return
    this.#finished.add(from)
    this.#push(this.#talk.fin(from, now()))
  }

  close(): void {
    if (this.#ended) return
    // Whoever has not said that it was done was cut off.
    if (this.#finished.size < 2)
      this.#push(this.#talk.reset(this.#finished.has('client') ? 'service' : 'client', now()))
    this.stop()
  }

  /** Nothing more is recorded, although the connection may go on; what was heard is written. */
  stop(): void {
    if (this.#ended) return
    this.#ended = true
    void this.#working.then(() => this.#finish()).finally(() => this.#resolve())
  }

  /** The file that is being written; null when there is none. */
  get written(): Written | null {
    if (!this.#part) return null
    const { id, size, dropped } = this.#part
    return { id, bytes: size, dropped }
  }

  /** What became of the row: for how many milliseconds it may go on, or that it is gone. */
  told(id: number, left: number | null): void {
    if (this.#part?.id !== id) return
    if (left === null) this.#part.gone = true
    else if (left === 0) this.stop()
    else this.#until = performance.now() + left
  }

  #push(packets: Packet[]): void {
    const size = sizeOfAll(packets)
    this.#queue.push(...packets)
    this.#queued += size
    this.#parts.waiting.bytes += size
    if (this.#busy) return
    this.#busy = true
    this.#working = this.#work()
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#take()
      const reason = await this.#store(batch).catch((error: Error): DropReason => {
        this.#parts.onError(error)
        return 'database'
      })
      this.#release(batch)
      if (!reason) continue
      if (reason !== this.#paused?.reason) this.#paused = { until: performance.now() + PAUSE, reason }
      this.#drop(
        batch.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0),
        reason
      )
    }
    // In the same turn as the last look at the queue: what comes next finds that nobody works.
    this.#busy = false
  }

  /** Packets that wait no more. */
  #release(packets: Packet[]): void {
    const size = sizeOfAll(packets)
    this.#queued -= size
    this.#parts.waiting.bytes -= size
  }

  #take(): Packet[] {
    let size = 0
    let count = 0
    while (count < this.#queue.length && size < BATCH) size += sizeOf(this.#queue[count++]!)
    return this.#queue.splice(0, count)
  }

  /** Writes packets; answers why not. Rejects with the database. */
  async #store(batch: Packet[]): Promise<DropReason | null> {
    if (this.#paused && performance.now() < this.#paused.until) return this.#paused.reason
    this.#paused = null
    const size = sizeOfAll(batch)
    const { limits } = this.#parts
    if (this.#part && this.#part.size + size > limits.file) await this.#leave()
    for (;;) {
      if (this.#part?.gone) await this.#leave()
      const refused = this.#part ? null : await this.#open(batch[0]!.at)
      // Without a file and a reason recording is over: that is no loss.
      if (refused || !this.#part) return refused
      const lacking = await this.#grow(this.#part, size)
      if (this.#part.gone) continue
      if (lacking) return lacking
      return this.#part.write(batch).then(
        () => null,
        () => 'write' as const
      )
    }
  }

  /** Makes sure that so many more bytes may be written. */
  async #grow(part: Part, size: number): Promise<DropReason | null> {
    const { rows, facts, limits, room } = this.#parts
    if (part.size + size <= part.charged) return null
    if ((await room()) < limits.floor) return 'disk'
    const lacking = part.size + size - part.charged
    const charged = await rows.reserve(part.id, facts, Math.max(lacking, Math.min(part.charged, MORE)))
    if (charged === null) part.gone = true
    else part.charged = charged
    return part.size + size > part.charged ? 'quota' : null
  }

  /** Begins a file whose first packet has this time: what has waited for it is older than the file. */
  async #open(at: number): Promise<DropReason | null> {
    const { rows, facts, limits, root, room } = this.#parts
    if ((await room()) < limits.floor) return 'disk'
    const file = this.#name()
    const opened = await rows.open(facts, file, this.#client.address, FIRST)
    if (opened === 'full') return 'quota'
    if (opened === 'over') {
      this.#release(this.#queue.splice(0))
      this.stop()
      return null
    }
    this.#until = performance.now() + opened.left
    const path = join(root, folderOf(facts.challengeId, facts.participationId), file)
    const writer = await createCaptureFile(path).catch(() => null)
    const begun = await writer?.write([{ at, head: fileHead(), payload: null }, this.#note(at)]).then(
      () => true,
      () => false
    )
    if (writer && begun) {
      this.#part = Object.assign(writer, { ...opened, dropped: this.#unplaced, gone: false })
      this.#unplaced = 0
      return null
    }
    await writer?.close()
    await rows.discard(opened.id)
    return 'write'
  }

  /** Of the next file. */
  #name(): string {
    const { facts, connection } = this.#parts
    const number = ++this.#files === 1 ? '' : `-${this.#files}`
    return `${facts.instance.slice(0, 8)}-${connection}${number}.pcap`
  }

  /** The file's first packet (behaviour.md 7.9); without the flag (W51). */
  #note(at: number): Packet {
    const { challenge, challengeId, team, teamId, container, user, userId, instance } = this.#parts.facts
    const told = {
      ...{ Challenge: challenge, ChallengeId: challengeId, Team: team, TeamId: teamId },
      ...{ ContainerId: container ?? '', User: user, UserId: userId, Instance: instance }
    }
    return notePacket(at, this.#client, this.#service, Buffer.from(JSON.stringify(told, null, 2)))
  }

  /** Ends the file that is being written. */
  async #leave(): Promise<void> {
    const part = this.#part
    if (!part) return
    const { id, size, dropped, gone } = part
    this.#part = null
    await part.close()
    if (!gone) await this.#parts.rows.close({ id, bytes: size, dropped })
  }

  async #finish(): Promise<void> {
    // A database that is away finds the lease run out when it is back.
    await this.#leave().catch(this.#parts.onError)
    await this.placeDropped().catch(this.#parts.onError)
  }

  /** Tells of bytes that were dropped while there was no file. Rejects with the database. */
  async placeDropped(): Promise<void> {
    const { rows, facts } = this.#parts
    const dropped = this.#unplaced
    // While a file may still come, they are told of with it.
    if (dropped === 0 || this.#part || !(this.#ended || this.#paused)) return
    this.#unplaced = 0
    await rows.noteDropped(facts, this.#name(), this.#client.address, dropped)
  }

  #drop(count: number, reason: DropReason): void {
    if (count === 0) return
    if (this.#part) this.#part.dropped += count
    else this.#unplaced += count
    if (this.#told) return
    this.#told = true
    this.#parts.onDrop(reason)
  }
}
