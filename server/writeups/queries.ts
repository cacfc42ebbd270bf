import { assetUrl } from '~/server/assets/contract'
import { bool, json, nullable, number, type Pool, type RowOf, row, rows, text, time } from '~/server/db'
import { plain, SqlConditions } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import { effectiveLock } from '~/server/teams'
import { teamView } from '~/server/teams/contract'
import type { WriteupState } from './contract'

const STATE = {
  note: text,
  hash: nullable(text),
  name: nullable(text),
  size: nullable(number),
  uploadedAt: nullable(time),
  consent: nullable(bool),
  published: nullable(bool),
  captain: bool
}

/** Without a writeup: not submitted, named `#`. */
export async function readWriteupState(
  pool: Pool,
  gameId: number,
  participationId: number,
  userId: string
): Promise<WriteupState> {
  const state = await row(
    pool,
    STATE,
    `SELECT g.writeup_note AS note, w.hash, w.name, b.size, w.uploaded_at AS "uploadedAt", w.consent, w.published,
       EXISTS (SELECT FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.id = $2 AND t.captain_id = $3) AS captain
     FROM games g
       LEFT JOIN writeups w ON w.participation_id = $2 LEFT JOIN blobs b ON b.hash = w.hash
     WHERE g.id = $1`,
    [gameId, participationId, userId]
  )
  const { note = '', hash = null, name = null, size = null, uploadedAt = null } = state ?? {}
  return {
    submitted: name !== null,
    name: name ?? '#',
    fileSize: size ?? 0,
    note,
    uploadedAt: uploadedAt && wireTime(uploadedAt),
    url: hash !== null && name !== null ? assetUrl(hash, name) : null,
    consent: state?.consent === true,
    published: state?.published === true,
    captain: state?.captain === true
  }
}

const WRITEUP = {
  id: number,
  team: json(teamView.omit({ members: true })),
  hash: text,
  name: text,
  size: number,
  uploadedAt: time,
  consent: bool,
  published: bool
}
export type StoredWriteup = RowOf<typeof WRITEUP>

export interface WriteupFilter {
  /** Part of the team's name; blank = all. */
  search?: string
  participation?: number
}

function conditions(gameId: number, { search = '', participation }: WriteupFilter): SqlConditions {
  const where = new SqlConditions([gameId]).and('p.game_id = $1')
  if (participation !== undefined) where.and('p.id = ?', participation)
  if (search.trim() !== '') where.and(`strpos(${plain('t.name')}, ${plain('?')}) > 0`, search.trim())
  return where
}

const FROM =
  'FROM writeups w JOIN participations p ON p.id = w.participation_id JOIN teams t ON t.id = p.team_id'

/** Newest first; `count` null = all. */
export async function listWriteups(
  pool: Pool,
  now: Date,
  gameId: number,
  filter: WriteupFilter = {},
  { count, skip }: { count: number | null; skip: number } = { count: null, skip: 0 }
): Promise<StoredWriteup[]> {
  const where = conditions(gameId, filter)
  return rows(
    pool,
    WRITEUP,
    `SELECT p.id, w.hash, w.name, b.size, w.uploaded_at AS "uploadedAt", w.consent, w.published,
       json_build_object('id', t.id, 'name', t.name, 'bio', t.bio, 'avatar', '/assets/' || t.avatar_hash || '/avatar',
         'affiliation', t.affiliation, 'website', t.website, 'country', t.country, 'locked', ${effectiveLock('t', where.value(now))}) AS team
     ${FROM} JOIN blobs b ON b.hash = w.hash
     WHERE ${where} ORDER BY w.uploaded_at DESC, p.id DESC
     LIMIT ${where.value(count)} OFFSET ${where.value(skip)}`,
    where.values
  )
}

export async function countWriteups(pool: Pool, gameId: number, filter: WriteupFilter): Promise<number> {
  const where = conditions(gameId, filter)
  const text = `SELECT count(*)::int AS total ${FROM} WHERE ${where}`
  const counted = await row(pool, { total: number }, text, where.values)
  return counted!.total
}
