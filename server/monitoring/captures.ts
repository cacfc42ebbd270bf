import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ChallengeCategory } from '~/server/challenges/contract'
import type { Database } from '~/server/platform/db'
import { AppError } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import type { CaptureFile } from './contract'

/** Where connections of a game were recorded. */
export interface CaptureTree {
  id: number
  title: string
  category: ChallengeCategory
  teams: { participationId: number; name: string; files: number }[]
}

const SUFFIX = '.pcap'

/** What a folder holds; nothing when there is none. */
const entries = (path: string) =>
  readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

/** @throws AppError `capture.not_found` 404 unless both belong to one game, this one when it is given */
async function belong(
  pool: Database['pool'],
  gameId: number | null,
  challengeId: number,
  participationId: number,
  bodyStatus?: number
) {
  const { rowCount } = await pool.query(
    `SELECT FROM challenges c JOIN participations p ON p.game_id = c.game_id
     WHERE c.id = $2 AND p.id = $3 AND ($1::int IS NULL OR c.game_id = $1)`,
    [gameId, challengeId, participationId]
  )
  if (rowCount === 0) throw captureNotFound(bodyStatus)
}

export type Captures = ReturnType<typeof createCaptures>

/** Recorded connections below `data`: `files/capture/{challenge}/{participation}/*.pcap` (behaviour.md 7.9). */
export function createCaptures(pool: Database['pool'], data: string) {
  const root = join(data, 'files', 'capture')
  const folder = (challengeId: number, participationId: number) =>
    join(root, String(challengeId), String(participationId))
  const names = async (challengeId: number, participationId: number) =>
    (await entries(folder(challengeId, participationId))).filter((name) => name.endsWith(SUFFIX))

  /** Files of a team, newest first. @throws AppError `capture.not_found` 404, as belong() */
  const files = async (
    gameId: number | null,
    challengeId: number,
    participationId: number,
    bodyStatus?: number
  ) => {
    await belong(pool, gameId, challengeId, participationId, bodyStatus)
    const path = folder(challengeId, participationId)
    const found = await Promise.all(
      (await names(challengeId, participationId)).map(async (fileName): Promise<CaptureFile[]> => {
        // A file may be deleted between the two looks.
        const one = await stat(join(path, fileName)).catch(() => null)
        return one?.isFile() ? [{ fileName, size: one.size, updateTime: wireTime(one.mtime) }] : []
      })
    )
    return found.flat().sort((a, b) => Date.parse(b.updateTime) - Date.parse(a.updateTime))
  }

  return {
    folder,
    files,

    /** How many files each participation has. */
    async counts(challengeId: number): Promise<Map<number, number>> {
      const ids = (await entries(join(root, String(challengeId)))).filter((id) => /^\d{1,9}$/.test(id))
      const counted = ids.map(
        async (id) => [Number(id), (await names(challengeId, Number(id))).length] as const
      )
      return new Map((await Promise.all(counted)).filter(([, count]) => count > 0))
    },

    /** Challenges and teams that have files, with the number of files. */
    async tree(gameId: number): Promise<CaptureTree[]> {
      const challenges = await pool.query<Omit<CaptureTree, 'teams'>>(
        'SELECT id, title, category FROM challenges WHERE game_id = $1 ORDER BY title, id',
        [gameId]
      )
      const teams = await pool.query<{ id: number; name: string }>(
        'SELECT p.id, t.name FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1',
        [gameId]
      )
      const nameOf = new Map(teams.rows.map(({ id, name }) => [String(id), name]))
      const found: CaptureTree[] = []
      for (const challenge of challenges.rows) {
        const ids = (await entries(join(root, String(challenge.id)))).filter((id) => nameOf.has(id))
        const counted = await Promise.all(
          ids.map(async (id) => ({
            participationId: Number(id),
            name: nameOf.get(id) ?? '',
            files: (await names(challenge.id, Number(id))).length
          }))
        )
        const kept = counted.filter(({ files }) => files > 0).sort((a, b) => a.name.localeCompare(b.name))
        if (kept.length > 0) found.push({ ...challenge, teams: kept })
      }
      return found
    },

    /** @throws AppError `capture.not_found` 404 */
    async file(challengeId: number, participationId: number, name: string): Promise<Readable> {
      await belong(pool, null, challengeId, participationId, ONE_MISSING)
      if (name !== basename(name) || !(await names(challengeId, participationId)).includes(name))
        throw captureNotFound(ONE_MISSING)
      return createReadStream(join(folder(challengeId, participationId), name))
    }
  }
}

/** `status` in the body when a single recorded connection is unknown (contract README, Errors). */
export const ONE_MISSING = 400

/** What is not recorded. */
export const captureNotFound = (bodyStatus?: number) => new AppError('capture.not_found', 404, { bodyStatus })
