import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { NOTIFICATION_REASONS, NOTIFICATION_STREAM, type NotificationReason } from '~/server/ledger'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'

const GROUP = 'scoring'
const BLOCK_MS = 2000
/** Milliseconds after which unfinished entries of another process are claimed. */
const STALE_MS = 10_000
/** Milliseconds after which silent consumers leave the group. */
const DEAD_MS = 600_000

const entry = z.object({
  game: z.coerce.number().int().positive(),
  reason: z.enum(NOTIFICATION_REASONS).catch('judge')
})

type Entries = ({ id: string; message: Record<string, string> } | null)[]

export class NotificationReader {
  #stopping = false
  #reading: Promise<void> | null = null
  #claimedAt = 0

  /** `reader` is a connection of its own, since reading blocks it. */
  constructor(
    private readonly reader: Redis,
    private readonly redis: Redis,
    private readonly consumer: string,
    private readonly serve: (game: number, reason: NotificationReason) => Promise<void>,
    private readonly log: Log
  ) {}

  get live(): boolean {
    return this.reader.isReady
  }

  start(): void {
    this.#reading = this.#read()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.reader.destroy()
    await this.#reading
  }

  async #read(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#claim()
        const stream = { key: NOTIFICATION_STREAM, id: '>' }
        const options = { COUNT: 512, BLOCK: BLOCK_MS }
        const replies = await this.reader.xReadGroup(GROUP, this.consumer, stream, options)
        for (const { messages } of (replies ?? []) as { messages: Entries }[]) this.#handle(messages)
      } catch (error) {
        await this.#recover(error as Error)
      }
    }
  }

  /** Claims messages that no consumer finished, and removes dead consumers. */
  async #claim(): Promise<void> {
    if (Date.now() - this.#claimedAt < STALE_MS) return
    const { messages } = await this.redis.xAutoClaim(
      NOTIFICATION_STREAM,
      GROUP,
      this.consumer,
      STALE_MS,
      '0',
      {
        COUNT: 1000
      }
    )
    this.#handle(messages)
    for (const { name, pending, idle } of await this.redis.xInfoConsumers(NOTIFICATION_STREAM, GROUP))
      if (pending === 0 && idle > DEAD_MS && name !== this.consumer)
        await this.redis.xGroupDelConsumer(NOTIFICATION_STREAM, GROUP, name)
    this.#claimedAt = Date.now()
  }

  async #recover(error: Error): Promise<void> {
    if (this.#stopping) return
    if (error.message.includes('NOGROUP') || error.message.includes('no such key')) {
      const making = this.redis.xGroupCreate(NOTIFICATION_STREAM, GROUP, '0', { MKSTREAM: true })
      if (await making.catch(() => null)) return
    }
    this.log.debug({ err: error.message }, 'notifications_not_read')
    await sleep(200)
  }

  /** Acknowledges entries after their games were served; until then another process may claim them. */
  #handle(entries: Entries): void {
    const games = new Map<number, Set<NotificationReason>>()
    const ids: string[] = []
    for (const found of entries) {
      if (!found) continue
      ids.push(found.id)
      const { data } = entry.safeParse(found.message)
      if (!data) this.log.warn({ entry: found.id }, 'notification_not_understood')
      else games.set(data.game, (games.get(data.game) ?? new Set()).add(data.reason))
    }
    if (ids.length === 0) return
    const served = [...games].flatMap(([game, reasons]) =>
      [...reasons].map((reason) => this.serve(game, reason))
    )
    void Promise.all(served)
      .then(() => this.redis.xAck(NOTIFICATION_STREAM, GROUP, ids))
      .catch((error: Error) => this.log.debug({ err: error.message }, 'notifications_not_acknowledged'))
  }
}
