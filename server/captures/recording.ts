import { isIP } from 'node:net'
import { join } from 'node:path'
import { type CaptureLimits, folderOf } from './limits'
import {
  type Conversation,
  createConversation,
  descriptionPacket,
  type Endpoint,
  fileHead,
  type Packet,
  packetBytes,
  type Side
} from './pcap'
import { type CaptureWriter, createCaptureFile, sizeOfAll } from './pcap-file'
import type { CaptureFacts, CaptureRows, Written } from './recording-rows'

/** Takes a connection's bytes. No method waits, copies, or throws. */
export interface Tap {
  data(from: Side, bytes: Buffer): void
  fin(from: Side): void
  close(): void
}

type DropReason = 'queue' | 'quota' | 'disk' | 'write' | 'database'

interface RecordingNeeds {
  facts: CaptureFacts
  connection: string
  client: Endpoint
  service: Endpoint
  rows: CaptureRows
  limits: CaptureLimits
  root: string
  waiting: { bytes: number }
  freeSpace(): Promise<number>
  onDrop(reason: DropReason): void
  onError(error: Error): void
}

interface OpenFile extends CaptureWriter {
  id: number
  charged: number
  dropped: number
  rowDeleted: boolean
}

const BATCH = 256 * 1024
/** Reserved for a new file; then its size again, up to the second. */
const FIRST = 64 * 1024
const MORE = 1024 * 1024
/** Milliseconds before a failed write is retried. */
const RETRY_MS = 10_000

const now = () => Math.round((performance.timeOrigin + performance.now()) * 1000)

/** Falls back to the unspecified address when pcap cannot write it. */
const writable = ({ address, port }: Endpoint): Endpoint => ({
  address: isIP(address) ? address : '0.0.0.0',
  port
})

/** Writes one connection into files. Players never wait: late bytes are dropped. */
export class Recording implements Tap {
  readonly #needs: RecordingNeeds
  readonly #client: Endpoint
  readonly #service: Endpoint
  readonly #conversation: Conversation
  readonly #finished = new Set<Side>()
  #queue: Packet[] = []
  #queued = 0
  #file: OpenFile | null = null
  #files = 0
  #droppedBefore = 0
  #dropReported = false
  #paused: { until: number; reason: DropReason } | null = null
  /** End of recording by performance.now(). */
  #until = Number.POSITIVE_INFINITY
  #ended = false
  #working: Promise<void> = Promise.resolve()
  #recording: Promise<void> = Promise.resolve()
  #busy = false
  readonly done: Promise<void>
  #resolve: () => void = () => {}

  constructor(needs: RecordingNeeds) {
    this.#needs = needs
    this.#client = writable(needs.client)
    this.#service = writable(needs.service)
    this.#conversation = createConversation(this.#client, this.#service)
    this.done = new Promise((resolve) => {
      this.#resolve = resolve
    })
    this.#push(this.#conversation.open(now()))
  }

  data(from: Side, bytes: Buffer): void {
    if (performance.now() >= this.#until) this.stop()
    if (this.#ended) return
    const { limits, waiting } = this.#needs
    const full = this.#queued + bytes.length > limits.queue || waiting.bytes + bytes.length > limits.queues
    if (full) {
      this.#conversation.skip(from, bytes.length)
      this.#drop(bytes.length, 'queue')
    } else this.#push(this.#conversation.data(from, bytes, now()))
  }

  fin(from: Side): void {
    if (this.#ended || this.#finished.has(from)) return
    this.#finished.add(from)
    this.#push(this.#conversation.fin(from, now()))
  }

  close(): void {
    if (this.#ended) return
    // A side without FIN was cut off.
    if (this.#finished.size < 2)
      this.#push(this.#conversation.reset(this.#finished.has('client') ? 'service' : 'client', now()))
    this.stop()
  }

  /** Stops recording while the connection may go on; writes what waits. */
  stop(): void {
    if (this.#ended) return
    this.#ended = true
    void this.#working.then(() => this.#finish()).finally(() => this.#resolve())
  }

  get written(): Written | null {
    if (!this.#file) return null
    const { id, size, dropped } = this.#file
    return { id, bytes: size, dropped }
  }

  /** Renewed for `left` milliseconds; null: the row was deleted. */
  renewed(id: number, left: number | null): void {
    if (this.#file?.id !== id) return
    if (left === null) this.#file.rowDeleted = true
    else if (left === 0) this.stop()
    else this.#until = performance.now() + left
  }

  #push(packets: Packet[]): void {
    const size = sizeOfAll(packets)
    this.#queue.push(...packets)
    this.#queued += size
    this.#needs.waiting.bytes += size
    if (this.#busy) return
    this.#busy = true
    this.#working = this.#work()
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#take()
      const reason = await this.#store(batch).catch((error: Error): DropReason => {
        this.#needs.onError(error)
        return 'database'
      })
      this.#release(batch)
      if (!reason) continue
      if (reason !== this.#paused?.reason) this.#paused = { until: performance.now() + RETRY_MS, reason }
      this.#drop(
        batch.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0),
        reason
      )
    }
    // No await since the queue was empty, so that the next push restarts the work.
    this.#busy = false
  }

  #release(packets: Packet[]): void {
    const size = sizeOfAll(packets)
    this.#queued -= size
    this.#needs.waiting.bytes -= size
  }

  #take(): Packet[] {
    let size = 0
    let count = 0
    while (count < this.#queue.length && size < BATCH) size += packetBytes(this.#queue[count++]!)
    return this.#queue.splice(0, count)
  }

  /** @returns why packets were dropped, or null. Rejects with the database */
  async #store(batch: Packet[]): Promise<DropReason | null> {
    if (this.#paused && performance.now() < this.#paused.until) return this.#paused.reason
    this.#paused = null
    const size = sizeOfAll(batch)
    const { limits } = this.#needs
    if (this.#file && this.#file.size + size > limits.file) await this.#closeFile()
    for (;;) {
      if (this.#file?.rowDeleted) await this.#closeFile()
      const refused = this.#file ? null : await this.#open(batch[0]!.at)
      // Without a file and without a reason, the recording is over: nothing is lost.
      if (refused || !this.#file) return refused
      const lacking = await this.#grow(this.#file, size)
      if (this.#file.rowDeleted) continue
      if (lacking) return lacking
      return this.#file.write(batch).then(
        () => null,
        () => 'write' as const
      )
    }
  }

  /** Reserves quota for `size` more bytes. @returns why not, or null */
  async #grow(part: OpenFile, size: number): Promise<DropReason | null> {
    const { rows, facts, limits, freeSpace } = this.#needs
    if (part.size + size <= part.charged) return null
    if ((await freeSpace()) < limits.floor) return 'disk'
    const lacking = part.size + size - part.charged
    const charged = await rows.reserve(part.id, facts, Math.max(lacking, Math.min(part.charged, MORE)))
    if (charged === null) part.rowDeleted = true
    else part.charged = charged
    return part.size + size > part.charged ? 'quota' : null
  }

  /** `at`: the first packet's time, since waiting packets are older than the file. */
  async #open(at: number): Promise<DropReason | null> {
    const { rows, facts, limits, root, freeSpace } = this.#needs
    if ((await freeSpace()) < limits.floor) return 'disk'
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
      this.#file = Object.assign(writer, { ...opened, dropped: this.#droppedBefore, rowDeleted: false })
      this.#droppedBefore = 0
      return null
    }
    await writer?.close()
    await rows.discard(opened.id)
    return 'write'
  }

  #name(): string {
    const { facts, connection } = this.#needs
    const number = ++this.#files === 1 ? '' : `-${this.#files}`
    return `${facts.instance.slice(0, 8)}-${connection}${number}.pcap`
  }

  /** The first packet, without the flag (docs/rules/instances.md#captures). */
  #note(at: number): Packet {
    const { challenge, challengeId, team, teamId, container, user, userId, instance } = this.#needs.facts
    const note = {
      ...{ Challenge: challenge, ChallengeId: challengeId, Team: team, TeamId: teamId },
      ...{ ContainerId: container ?? '', User: user, UserId: userId, Instance: instance }
    }
    return descriptionPacket(at, this.#client, this.#service, Buffer.from(JSON.stringify(note, null, 2)))
  }

  async #closeFile(): Promise<void> {
    const part = this.#file
    if (!part) return
    const { id, size, dropped } = part
    this.#file = null
    await part.close()
    await this.#needs.rows.close({ id, bytes: size, dropped })
  }

  async #finish(): Promise<void> {
    // If the database is away, the row's lease expires by itself.
    await this.#closeFile().catch(this.#needs.onError)
    await this.recordDropped().catch(this.#needs.onError)
  }

  /** Stores bytes dropped without a file. Rejects with the database; the next call stores them then. */
  recordDropped(): Promise<void> {
    // Calls run one after another, so that the last one waits for bytes that an earlier one gives back.
    this.#recording = this.#recording.catch(() => {}).then(() => this.#recordDropped())
    return this.#recording
  }

  async #recordDropped(): Promise<void> {
    const { rows, facts } = this.#needs
    const dropped = this.#droppedBefore
    // A later file would count them.
    if (dropped === 0 || this.#file || !(this.#ended || this.#paused)) return
    // Reset before the wait, because a file that is opened meanwhile counts from here.
    this.#droppedBefore = 0
    await rows.recordDropped(facts, this.#name(), this.#client.address, dropped).catch((error: Error) => {
      this.#droppedBefore += dropped
      throw error
    })
  }

  #drop(count: number, reason: DropReason): void {
    if (count === 0) return
    if (this.#file) this.#file.dropped += count
    else this.#droppedBefore += count
    if (this.#dropReported) return
    this.#dropReported = true
    this.#needs.onDrop(reason)
  }
}
