import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Database } from '~/server/platform/db'
import { AppError } from '~/server/platform/errors'
import { type Captures, captureNotFound, ONE_MISSING } from './captures'
import type { TrafficChallenge, TrafficTeam } from './contract'

/** Recorded connections as the contract's calls list, pack and delete them. */
export function createTraffic(pool: Database['pool'], captures: Captures) {
  return {
    /** Challenges that record, with the number of teams that have files; none for an unknown game. */
    async challenges(gameId: number): Promise<TrafficChallenge[]> {
      const { rows } = await pool.query<Omit<TrafficChallenge, 'count'>>(
        `SELECT id, title, category, type, enabled AS "isEnabled" FROM challenges
         WHERE game_id = $1 AND traffic_capture ORDER BY title, id`,
        [gameId]
      )
      return Promise.all(rows.map(async (row) => ({ ...row, count: (await captures.counts(row.id)).size })))
    },

    /** Teams with files of a challenge. @throws AppError `capture.not_found` 404 when there is none */
    async teams(challengeId: number): Promise<TrafficTeam[]> {
      const counts = await captures.counts(challengeId)
      const { rows } = await pool.query<Omit<TrafficTeam, 'count'>>(
        `SELECT p.id, t.id AS "teamId", t.name, p.division AS organization,
           '/assets/' || t.avatar_hash || '/avatar' AS avatar
         FROM participations p JOIN challenges c ON c.game_id = p.game_id JOIN teams t ON t.id = p.team_id
         WHERE c.id = $1 AND p.id = ANY($2::int[]) ORDER BY t.name, p.id`,
        [challengeId, [...counts.keys()]]
      )
      if (rows.length === 0) throw captureNotFound()
      return rows.map((row) => ({ ...row, count: counts.get(row.id) ?? 0 }))
    },

    /** Every file of a team as one ZIP, in a folder named like it. @throws AppError `capture.not_found` 404 */
    async archive(challengeId: number, participationId: number, name: string): Promise<Readable> {
      const all = await captures.files(null, challengeId, participationId)
      if (all.length === 0) throw captureNotFound()
      const zip = new ZipFile()
      for (const { fileName } of all)
        zip.addFile(join(captures.folder(challengeId, participationId), fileName), `${name}/${fileName}`)
      const output = zip.outputStream as Readable
      zip.on('error', (error: Error) => output.destroy(error))
      zip.end()
      return output
    },

    /** Deletes one file, or all of a team. @throws AppError `capture.not_found` 404, `capture.delete_failed` */
    async remove(challengeId: number, participationId: number, name: string | null): Promise<number> {
      const bodyStatus = name === null ? undefined : ONE_MISSING
      const all = (await captures.files(null, challengeId, participationId, bodyStatus)).map(
        ({ fileName }) => fileName
      )
      const gone = name === null ? all : all.filter((fileName) => fileName === name)
      if (gone.length === 0) throw captureNotFound(bodyStatus)
      for (const fileName of gone)
        await rm(join(captures.folder(challengeId, participationId), fileName), { force: true }).catch(() => {
          throw new AppError('capture.delete_failed')
        })
      return gone.length
    }
  }
}
