import { type Database, number, rows } from '~/server/db'
import { isForeignKeyViolation } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { createDownloads, type Downloads } from './downloads'
import { createLater } from './later'
import { defineChallengeOpenings } from './model'

interface Place {
  challengeId: number
  participationId: number
}

/** First readings of challenges, and first downloads of their files (docs/rules/signals.md#openings). */
export interface Openings extends Downloads {
  /** Stores the first reading within about a second; requests do not wait. */
  note(place: Place, at: Date): void
  /** Resolves once all that was noted is stored. */
  idle(): Promise<void>
}

const KNOWN = 200_000

type Opening = Place & { openedAt: Date }

const REMAINING = `
  SELECT o.place::int AS place FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS o (challenge_id, participation_id, place)
  JOIN challenges c ON c.id = o.challenge_id JOIN participations p ON p.id = o.participation_id`

const keyOf = ({ challengeId, participationId }: Place) => `${challengeId} ${participationId}`

export function createOpenings({ db, log }: { db: Database; log: Log }): Openings {
  const openings = defineChallengeOpenings(db.sequelize)
  const known = new Set<string>()
  /** Sorted, so that all processes lock rows in one order and cannot deadlock. */
  const write = (batch: Opening[]) =>
    openings.bulkCreate(
      batch.toSorted((a, b) => a.challengeId - b.challengeId || a.participationId - b.participationId),
      { ignoreDuplicates: true }
    )

  /** Leaves out openings of challenges or teams that were deleted meanwhile. */
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

  const later = createLater<Opening>({
    store,
    failed: ({ message }) => log.warn({ err: message }, 'openings_not_stored'),
    dropped(lost) {
      for (const one of lost) known.delete(keyOf(one))
    }
  })
  const downloads = createDownloads(db, log)

  return {
    note(place, openedAt) {
      const key = keyOf(place)
      if (known.has(key)) return
      if (known.size >= KNOWN) known.clear()
      known.add(key)
      later.add({ ...place, openedAt })
    },
    noteDownload: downloads.noteDownload,
    async idle() {
      await Promise.all([later.idle(), downloads.idle()])
    }
  }
}
