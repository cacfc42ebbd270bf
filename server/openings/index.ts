import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, number, rows } from '~/server/db'
import { isForeignKeyViolation } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { defineChallengeOpenings } from './model'

interface Place {
  challengeId: number
  participationId: number
}

/** First readings of challenges (docs/rules/signals.md#openings). */
export interface Openings {
  /** Stores the first reading within about a second; requests do not wait. */
  note(place: Place, at: Date): void
  idle(): Promise<void>
}

const DELAY_MS = 500
const MOST = 5000
const MOST_WAITING = 50_000
const RETRY_MS = 3000
const KNOWN = 200_000

type Opening = Place & { openedAt: Date }

const REMAINING = `
  SELECT o.place::int AS place FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS o (challenge_id, participation_id, place)
  JOIN challenges c ON c.id = o.challenge_id JOIN participations p ON p.id = o.participation_id`

const keyOf = ({ challengeId, participationId }: Place) => `${challengeId} ${participationId}`

export function createOpenings({ db, log }: { db: Database; log: Log }): Openings {
  const openings = defineChallengeOpenings(db.sequelize)
  const known = new Set<string>()
  let waiting: Opening[] = []
  let running: Promise<void> | null = null

  /** In one order in all processes, against deadlocks. */
  const write = (batch: Opening[]) =>
    openings.bulkCreate(
      batch.toSorted((a, b) => a.challengeId - b.challengeId || a.participationId - b.participationId),
      { ignoreDuplicates: true }
    )

  /** Drops what was deleted meanwhile. */
  const remaining = async (batch: Opening[]) => {
    const there = await rows(db.pool, { place: number }, REMAINING, [
      batch.map(({ challengeId }) => challengeId),
      batch.map(({ participationId }) => participationId)
    ])
    return there.map(({ place }) => batch[place - 1]!)
  }

  const store = (batch: Opening[]) =>
    write(batch).catch(async (error) => {
      if (!isForeignKeyViolation(error)) throw error
      await write(await remaining(batch))
    })

  const run = async () => {
    while (waiting.length > 0) {
      await sleep(DELAY_MS, undefined, { ref: false })
      const batch = waiting.slice(0, MOST)
      try {
        await store(batch)
        waiting = waiting.slice(batch.length)
      } catch (error) {
        log.warn({ err: (error as Error).message }, 'openings_not_stored')
        for (const lost of waiting.slice(MOST_WAITING)) known.delete(keyOf(lost))
        waiting = waiting.slice(0, MOST_WAITING)
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    running = null
  }

  return {
    note(place, openedAt) {
      const key = keyOf(place)
      if (known.has(key)) return
      if (known.size >= KNOWN) known.clear()
      known.add(key)
      waiting.push({ ...place, openedAt })
      running ??= run()
    },
    async idle() {
      await running
    }
  }
}
