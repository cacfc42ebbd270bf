import { assetUrl } from '~/server/assets/contract'
import type { Database } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import { plain, Where } from '~/server/platform/where'
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

export interface StoredWriteup {
  /** Of the participation. */
  id: number
  team: Omit<TeamView, 'members'>
  hash: string
  name: string
  size: number
  uploadedAt: Date
}

/** Which of a game's writeups. */
export interface WriteupFilter {
  /** Part of the team's name; blank = all. */
  search?: string
  participation?: number
}

function conditions(gameId: number, { search = '', participation }: WriteupFilter): Where {
  const where = new Where([gameId]).and('p.game_id = $1')
  if (participation !== undefined) where.and('p.id = ?', participation)
  if (search.trim() !== '') where.and(`strpos(${plain('t.name')}, ${plain('?')}) > 0`, search.trim())
  return where
}

const FROM =
  'FROM writeups w JOIN participations p ON p.id = w.participation_id JOIN teams t ON t.id = p.team_id'

/** Newest first. */
export async function writeupsOf(
  pool: Pool,
  now: Date,
  gameId: number,
  filter: WriteupFilter = {},
  { count, skip }: { count: number | null; skip: number } = { count: null, skip: 0 }
): Promise<StoredWriteup[]> {
  const where = conditions(gameId, filter)
  const { rows } = await pool.query<StoredWriteup>(
    `SELECT p.id, w.hash, w.name, b.size, w.uploaded_at AS "uploadedAt",
       json_build_object('id', t.id, 'name', t.name, 'bio', t.bio, 'avatar', '/assets/' || t.avatar_hash || '/avatar',
         'locked', ${effectiveLock('t', where.value(now))}) AS team
     ${FROM} JOIN blobs b ON b.hash = w.hash
     WHERE ${where} ORDER BY w.uploaded_at DESC, p.id DESC
     LIMIT ${where.value(count)} OFFSET ${where.value(skip)}`,
    where.values
  )
  return rows
}

/** How many the filter leaves. */
export async function countWriteups(pool: Pool, gameId: number, filter: WriteupFilter): Promise<number> {
  const where = conditions(gameId, filter)
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total ${FROM} WHERE ${where}`,
    where.values
  )
  return rows[0]!.total
}
