import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, number, row } from '~/server/db'
import { MINUTE_MS } from '~/server/platform/time'

interface Recorded {
  gameId: number
  challengeId: number
  participationId: number
  /** A name such as `0e1.pcap`. */
  file: string
  /** Null is a row without a file. */
  content: string | Buffer | null
  closed?: number
  more?: Record<string, unknown>
}

export const captureFolder = (
  data: string,
  { challengeId, participationId }: Omit<Recorded, 'file' | 'content'>
) => join(data, 'files', 'capture', String(challengeId), String(participationId))

/** Stores a capture as a recorder would; returns its id. */
export async function addCapture(db: Database, data: string, recorded: Recorded): Promise<number> {
  const { gameId, challengeId, participationId, file, content, closed = 1, more = {} } = recorded
  if (content !== null) {
    const folder = captureFolder(data, recorded)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  const at = new Date(Date.now() - closed * MINUTE_MS)
  const columns: Record<string, unknown> = {
    ...{ game_id: gameId, challenge_id: challengeId, participation_id: participationId, file },
    ...{ address: '203.0.113.9', bytes: content?.length ?? 0, charged: content?.length ?? 0 },
    ...{ opened_at: at, updated_at: at, lease_until: at, closed_at: at },
    ...more
  }
  const names = Object.keys(columns)
  const inserted = await row(
    db.pool,
    { id: number },
    `INSERT INTO captures (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')}) RETURNING id`,
    Object.values(columns)
  )
  return inserted!.id
}
