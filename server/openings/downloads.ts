import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'
import { createLater } from './later'

interface Download {
  hash: string
  userId: string
  at: Date
}

/** First downloads of the files of challenges, by team. */
export interface Downloads {
  /** Stores within about a second that the user's teams have this file, if it is a challenge's; requests do not wait. */
  noteDownload(download: Download): void
  idle(): Promise<void>
}

/**
 * SQL: for a file, the challenges that have it in games of its reader, for the reader's team in each. A flag's file counts only
 * for the team that has the flag. Sorted, so that all processes lock rows in one order and cannot deadlock.
 */
const STORE = `
  INSERT INTO challenge_downloads (challenge_id, participation_id, downloaded_at)
  SELECT c.id, r.participation_id, min(d.at)
  FROM unnest($1::text[], $2::uuid[], $3::timestamptz[]) AS d (hash, reader, at)
    JOIN attachments a ON a.hash = d.hash
    JOIN challenges c ON c.id = a.challenge_id
    JOIN registrations r ON r.game_id = c.game_id AND r.user_id = d.reader
  WHERE a.flag_id IS NULL OR EXISTS (
    SELECT FROM team_flags f WHERE f.flag_id = a.flag_id AND f.participation_id = r.participation_id)
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT DO NOTHING`

export function createDownloads({ pool }: Pick<Database, 'pool'>, log: Log): Downloads {
  const later = createLater<Download>({
    failed: ({ message }) => log.warn({ err: message }, 'downloads_not_stored'),
    store: (batch) =>
      pool.query(STORE, [
        batch.map(({ hash }) => hash),
        batch.map(({ userId }) => userId),
        batch.map(({ at }) => at)
      ])
  })
  return { noteDownload: later.add, idle: later.idle }
}
