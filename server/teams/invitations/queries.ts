import { bool, nullable, number, row, rows, type Sql, text, texts, time } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { MAX_INVITATIONS } from './constants'
import type { TeamInvitation } from './contract'

/** SQL: invitation `i` still works. `now`: placeholder. */
const OPEN = (now: string) =>
  `(i.expires_at IS NULL OR i.expires_at > ${now}) AND NOT (i.once AND i.uses > 0)`
/** SQL: it is on the list: it works, or was used and its time is not over. */
const isListedSql = (now: string) => `(i.expires_at IS NULL OR i.expires_at > ${now})`

const INVITATION = {
  id: number,
  by: nullable(text),
  createdAt: time,
  expiresAt: nullable(time),
  once: bool,
  uses: number,
  usedBy: texts
}

/** Newest first; at most MAX_INVITATIONS, because no more are made. */
export async function listInvitations(sql: Sql, now: Date, teamId: number): Promise<TeamInvitation[]> {
  const found = await rows(
    sql,
    INVITATION,
    `SELECT i.id, m.user_name AS by, i.created_at AS "createdAt", i.expires_at AS "expiresAt", i.once, i.uses,
       ARRAY(SELECT u.user_name FROM team_invitation_uses k JOIN users u ON u.id = k.user_id
             WHERE k.invitation_id = i.id ORDER BY k.at DESC, u.id LIMIT 20) AS "usedBy"
     FROM team_invitations i LEFT JOIN users m ON m.id = i.made_by
     WHERE i.team_id = $1 AND ${isListedSql('$2')} ORDER BY i.id DESC LIMIT $3`,
    [teamId, now, MAX_INVITATIONS]
  )
  return found.map(({ createdAt, expiresAt, ...one }) => ({
    ...one,
    created: wireTime(createdAt),
    expires: expiresAt && wireTime(expiresAt)
  }))
}

/** Those that a captain sees. */
export async function countInvitations(sql: Sql, now: Date, teamId: number): Promise<number> {
  const counted = await row(
    sql,
    { count: number },
    `SELECT count(*)::int AS count FROM team_invitations i WHERE i.team_id = $1 AND ${isListedSql('$2')}`,
    [teamId, now]
  )
  return counted!.count
}

const STATE = { id: number, open: bool, once: bool, uses: number }

/** Null for an unknown one. */
export const findInvitation = (sql: Sql, now: Date, teamId: number, tokenHash: string) =>
  row(
    sql,
    STATE,
    `SELECT i.id, ${OPEN('$3')} AS open, i.once, i.uses FROM team_invitations i
     WHERE i.team_id = $1 AND i.token_hash = $2`,
    [teamId, tokenHash, now]
  )

/**
 * Counts a use of an invitation that works, and keeps who used it. Of several at once who use one that works once, the others
 * wait for the first to commit. The caller adds the member in the same transaction.
 * @throws AppError `team.invite_token_mismatch`, `team.invitation_used`, `team.invitation_expired`
 */
export async function redeemInvitation(
  sql: Sql,
  now: Date,
  { teamId, tokenHash, userId }: { teamId: number; tokenHash: string; userId: string }
): Promise<void> {
  const taken = await row(
    sql,
    { id: number },
    `UPDATE team_invitations i SET uses = i.uses + 1
     WHERE i.team_id = $1 AND i.token_hash = $2 AND ${OPEN('$3')} RETURNING i.id`,
    [teamId, tokenHash, now]
  )
  if (!taken) {
    const state = await findInvitation(sql, now, teamId, tokenHash)
    if (!state) throw new AppError('team.invite_token_mismatch')
    throw new AppError(state.once && state.uses > 0 ? 'team.invitation_used' : 'team.invitation_expired')
  }
  // Somebody who left the team may come back by the same one.
  await sql.query(
    `INSERT INTO team_invitation_uses (invitation_id, user_id, at) VALUES ($1, $2, $3)
     ON CONFLICT (invitation_id, user_id) DO UPDATE SET at = excluded.at`,
    [taken.id, userId, now]
  )
}
