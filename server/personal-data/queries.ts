import { z } from 'zod'
import { json, nullable, row, rows, type Sql, text } from '~/server/db'
import { CHANGED_SQL, GRANTED_SINCE_SQL, knownStatusSql, SOLVES_AS_TOLD_SQL } from '~/server/public-board'
import { MAX_ROWS } from './contract'

/**
 * What is stored of a person, by list (docs/rules/personal-data.md#what-an-export-holds). `$1` is the account. No secrets, and
 * nothing of other people but names of teams and games.
 */
export const LISTS = {
  sessions: `SELECT created_at, last_seen_at, expires_at, ip, user_agent FROM sessions WHERE user_id = $1 ORDER BY created_at`,
  devices: `SELECT split_part(endpoint, '/', 3) AS service, locale, created_at FROM push_devices WHERE user_id = $1
    ORDER BY created_at`,
  tokens: `SELECT name, hint, scopes, created_at, expires_at, last_used_at FROM api_tokens WHERE user_id = $1
    ORDER BY created_at`,
  logins: `SELECT p.name AS provider, i.label, i.created_at, i.last_used_at
    FROM user_identities i JOIN sign_in_providers p ON p.id = i.provider_id WHERE i.user_id = $1 ORDER BY i.created_at`,
  factors: `SELECT kind, name, created_at, last_used_at FROM second_factors WHERE user_id = $1 ORDER BY created_at`,
  teams: `SELECT t.name, t.captain_id = $1 AS captain, m.joined_at, l.bio, l.affiliation, l.website, l.country
    FROM team_members m JOIN teams t ON t.id = m.team_id LEFT JOIN teams l ON l.id = t.id AND l.captain_id = $1
    WHERE m.user_id = $1 ORDER BY m.joined_at`,
  invitations: `SELECT t.name AS team, i.once, i.created_at, i.expires_at, i.made_by = $1 AS made, k.at AS used
    FROM team_invitations i JOIN teams t ON t.id = i.team_id
      LEFT JOIN team_invitation_uses k ON k.invitation_id = i.id AND k.user_id = $1
    WHERE i.made_by = $1 OR k.user_id IS NOT NULL ORDER BY i.id`,
  gameRoles: `SELECT g.title AS game, s.role, s.added_at FROM game_staff s JOIN games g ON g.id = s.game_id
    WHERE s.user_id = $1 ORDER BY s.game_id`,
  gameInvitations: `SELECT g.title AS game, i.role, i.created_at, i.expires_at, i.made_by = $1 AS made
    FROM game_staff_invitations i JOIN games g ON g.id = i.game_id
    WHERE i.made_by = $1 OR lower(i.email) = (SELECT lower(email) FROM users WHERE id = $1) ORDER BY i.id`,
  requests: `SELECT t.name AS team, q.text, q.state, q.at, q.answered_at FROM team_requests q JOIN teams t ON t.id = q.team_id
    WHERE q.user_id = $1 ORDER BY q.at`,
  listing: `SELECT text, at FROM team_listings WHERE user_id = $1`,
  registrations: `SELECT g.title AS game, t.name AS team, p.status, p.division,
      (SELECT coalesce(jsonb_object_agg(f ->> 'label', r.answers -> (f ->> 'id')), '{}')
       FROM jsonb_array_elements(g.registration_fields) f WHERE r.answers ? (f ->> 'id')) AS answers
    FROM registrations r
    JOIN participations p ON p.id = r.participation_id JOIN teams t ON t.id = p.team_id JOIN games g ON g.id = r.game_id
    WHERE r.user_id = $1 ORDER BY r.game_id`,
  follows: `SELECT g.title AS game, t.name AS team FROM follows f JOIN participations p ON p.id = f.participation_id
    JOIN teams t ON t.id = p.team_id JOIN games g ON g.id = p.game_id WHERE f.user_id = $1 ORDER BY g.id, f.place`,
  // As players see verdicts: `shownVerdict`.
  submissions: `SELECT g.title AS game, c.title AS challenge, s.answer,
      replace(${knownStatusSql()}, 'CheatDetected', 'WrongAnswer') AS status, s.submitted_at, s.ip, s.user_agent
    FROM submissions s JOIN games g ON g.id = s.game_id LEFT JOIN challenges c ON c.id = s.challenge_id
    WHERE s.user_id = $1 AND NOT ${GRANTED_SINCE_SQL} ORDER BY s.id`,
  solves: `SELECT s.game, c.title AS challenge, s.solved_at FROM (
      SELECT g.title AS game, v.challenge_id, v.solved_at FROM solves v JOIN games g ON g.id = v.game_id
      WHERE v.user_id = $1 AND NOT ${CHANGED_SQL}
      UNION ALL
      SELECT g.title, e.challenge_id, e.at FROM games g CROSS JOIN LATERAL (
        SELECT e.challenge_id, e.at FROM ${SOLVES_AS_TOLD_SQL} WHERE a.user_id = $1 AND a.game_id = g.id) e
      WHERE ${CHANGED_SQL}) s
    LEFT JOIN challenges c ON c.id = s.challenge_id ORDER BY s.solved_at, c.id`,
  feedback: `SELECT g.title AS game, c.title AS challenge, f.stars, f.line, f.at FROM challenge_feedback f
    JOIN challenges c ON c.id = f.challenge_id JOIN games g ON g.id = c.game_id WHERE f.user_id = $1 ORDER BY f.at, c.id`,
  hints: `SELECT c.title AS challenge, h.hint FROM hint_purchases h JOIN challenges c ON c.id = h.challenge_id
    WHERE h.user_id = $1 ORDER BY c.id, h.hint`,
  // The others are of monitors alone: they name other teams, and who used somebody's entry.
  events: `SELECT g.title AS game, e.type, e."values", e.at, e.ip FROM game_events e JOIN games g ON g.id = e.game_id
    WHERE e.user_id = $1 AND e.type IN ('ContainerStart', 'ContainerDestroy') ORDER BY e.id`,
  instances: `SELECT c.title AS challenge, i.requested_at, i.started_at, i.ended_at FROM instances i
    LEFT JOIN challenges c ON c.id = i.challenge_id WHERE i.requested_by = $1 ORDER BY i.requested_at`,
  // Without the address: whoever has a ticket may use it.
  captures: `SELECT c.title AS challenge, k.bytes, k.opened_at, k.closed_at FROM captures k
    JOIN challenges c ON c.id = k.challenge_id WHERE k.user_id = $1 ORDER BY k.id`,
  tickets: `SELECT k.title AS ticket, m.text, m.at FROM ticket_messages m JOIN tickets k ON k.id = m.ticket_id
    WHERE m.user_id = $1 ORDER BY m.id`,
  appeals: `SELECT text, at FROM case_appeals WHERE user_id = $1 ORDER BY at`,
  posts: `SELECT title, summary, content, published_at FROM posts WHERE author_id = $1 ORDER BY published_at`,
  acts: `SELECT at, action, target, ip FROM audit_events WHERE actor_id = $1 ORDER BY id`,
  changes: `SELECT at, action, before, after FROM audit_events WHERE target = 'user:' || ($1)::text ORDER BY id`,
  log: `SELECT at, event, ip FROM log_events WHERE user_id = $1 ORDER BY id`,
  mails: `SELECT kind, address, created_at FROM mail_outbox WHERE user_id = $1 ORDER BY created_at`
} as const

const ACCOUNT = `SELECT user_name, email, role, active, bio, phone, real_name, std_number, affiliation, website,
    country, page_visibility, ip, registered_at, last_signed_in_at,
    last_visited_at FROM users WHERE id = $1 AND rehearsal IS NULL`

const VALUE = { value: json(z.unknown()) }

/** Null for an unknown account, and one of a rehearsal. */
export async function listPersonalData(sql: Sql, id: string) {
  const account = await row(sql, VALUE, `SELECT to_jsonb(x) AS value FROM (${ACCOUNT}) x`, [id])
  if (!account) return null
  const lists: Record<string, unknown[]> = {}
  const truncated: string[] = []
  for (const [name, text] of Object.entries(LISTS)) {
    const query = text.replaceAll('$1', '$1::uuid')
    const found = await rows(sql, VALUE, `SELECT to_jsonb(x) AS value FROM (${query} LIMIT $2) x`, [
      id,
      MAX_ROWS + 1
    ])
    if (found.length > MAX_ROWS) truncated.push(name)
    lists[name] = found.slice(0, MAX_ROWS).map(({ value }) => value)
  }
  return { account: account.value, ...lists, truncated }
}

/** The picture, and what the person uploaded for a team. */
export const listPersonalFiles = (sql: Sql, id: string) =>
  rows(
    sql,
    { hash: text, kind: text, name: nullable(text) },
    `SELECT avatar_hash AS hash, 'avatar' AS kind, NULL AS name FROM users WHERE id = $1 AND avatar_hash IS NOT NULL
     UNION ALL SELECT hash, 'writeup-' || participation_id, name FROM writeups WHERE user_id = $1 ORDER BY 2`,
    [id]
  )
