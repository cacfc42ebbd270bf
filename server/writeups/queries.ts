import { assetUrl } from '~/server/assets/contract'
import type { Database } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import { effectiveLock } from '~/server/teams'
import type { TeamView } from '~/server/teams/contract'
import type { WriteupState } from './contract'

type Pool = Database['pool']

interface StateRow {
  note: string
  hash: string | null
  name: string | null
  size: number | null
  uploadedAt: Date | null
}

export async function stateOf(pool: Pool, gameId: number, participationId: number): Promise<WriteupState> {
  const { rows } = await pool.query<StateRow>(
    `SELECT g.writeup_note AS note, w.hash, w.name, b.size, w.uploaded_at AS "uploadedAt" FROM games g
       LEFT JOIN writeups w ON w.participation_id = $2 LEFT JOIN blobs b ON b.hash = w.hash
     WHERE g.id = $1`,
    [gameId, participationId]
  )
  const { note = '', hash = null, name = null, size = null, uploadedAt = null } = rows[0] ?? {}
  return {
    submitted: name !== null,
    name: name ?? '#',
    fileSize: size ?? 0,
    note,
    uploadedAt: uploadedAt && wireTime(uploadedAt),
    url: hash !== null && name !== null ? assetUrl(hash, name) : null
  }
}

interface Stored {
  /** Of the participation. */
  id: number
  team: Omit<TeamView, 'members'>
  hash: string
  name: string
  size: number
  uploadedAt: Date
}

/** All of a game, newest first. */
export async function writeupsOf(pool: Pool, now: Date, gameId: number): Promise<Stored[]> {
  const { rows } = await pool.query<Stored>(
    `SELECT p.id, w.hash, w.name, b.size, w.uploaded_at AS "uploadedAt",
       json_build_object('id', t.id, 'name', t.name, 'bio', t.bio, 'avatar', '/assets/' || t.avatar_hash || '/avatar',
         'locked', ${effectiveLock('t', '$2')}) AS team
     FROM writeups w JOIN blobs b ON b.hash = w.hash JOIN participations p ON p.id = w.participation_id
       JOIN teams t ON t.id = p.team_id
     WHERE p.game_id = $1 ORDER BY w.uploaded_at DESC, p.id DESC`,
    [gameId, now]
  )
  return rows
}
