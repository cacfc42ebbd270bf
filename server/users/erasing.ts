import { listGamesShowingAccount, nameKey, publishRenames } from '~/server/accounts'
import type { Change } from '~/server/change'
import { number, row, rows, type Sql, text, uuid } from '~/server/db'
import { randomHex } from '~/server/platform/ids'
import { endUnbacked } from '~/server/tokens'
import { endSessionsAndTokens, lockAccount } from './locked-user'

/** Under what an erased person's solves stand: neutral, and free. */
const neutral = () => `erased-${randomHex(4)}`

const ACCESS = [
  'second_factors',
  'recovery_codes',
  'user_identities',
  'login_steps',
  'mail_tokens',
  'mail_outbox',
  'instance_tickets',
  'game_staff'
]

/** What a person did in teams that says more of the person than of the team. */
const IN_TEAMS = [
  ...['team_claims', 'team_invitation_uses', 'team_listings', 'team_requests', 'follows'],
  'challenge_feedback'
]

/**
 * Leaves the teams that others carry on. The oldest member who is captain of no team becomes captain; without one the neutral
 * account stays, because a team has a captain.
 */
async function leaveTeams(tx: Change, id: string): Promise<void> {
  const team = await row(tx, { id: number }, 'SELECT id FROM teams WHERE captain_id = $1 FOR UPDATE', [id])
  const heir =
    team &&
    (await row(
      tx,
      { id: uuid },
      `SELECT m.user_id AS id FROM team_members m
       WHERE m.team_id = $1 AND m.user_id <> $2 AND NOT EXISTS (SELECT FROM teams t WHERE t.captain_id = m.user_id)
       ORDER BY m.joined_at, m.user_id LIMIT 1`,
      [team.id, id]
    ))
  if (team && heir) {
    await tx.query('UPDATE teams SET captain_id = $2, version = version + 1 WHERE id = $1', [
      team.id,
      heir.id
    ])
    tx.invalidate(`team:${team.id}`, `user:${heir.id}`)
  }
  const left = await rows(
    tx,
    { id: number },
    `DELETE FROM team_members m USING teams t WHERE m.user_id = $1 AND t.id = m.team_id AND t.captain_id <> $1
     RETURNING m.team_id AS id`,
    [id]
  )
  tx.invalidate(...left.map((one) => `team:${one.id}`))
}

/** The user name, and former ones of the audit that nobody else has now. */
async function namesOf(sql: Sql, id: string, userName: string): Promise<string[]> {
  const found = await rows(
    sql,
    { former: text },
    `SELECT DISTINCT n.former FROM audit_events a
     CROSS JOIN LATERAL (VALUES (a.before->>'userName'), (a.after->>'userName')) AS n (former)
     WHERE a.target = 'user:' || $1::text AND n.former IS NOT NULL`,
    [id]
  )
  const former = found.map((one) => one.former)
  const taken = await rows(
    sql,
    { key: text },
    'SELECT user_name_key AS key FROM users WHERE user_name_key = ANY($2) AND id <> $1',
    [id, former.map(nameKey)]
  )
  const others = new Set(taken.map(({ key }) => key))
  return [...new Set([userName, ...former.filter((one) => !others.has(nameKey(one)))])]
}

interface Names {
  names: string[]
  /** What stands instead. */
  neutral: string
}

/** A hint that an entry was shared has the account that used it, and from where; so has evidence of it. */
async function scrubHints(sql: Sql, { names, neutral }: Names): Promise<void> {
  await sql.query(
    `UPDATE game_events SET "values"[5] = $2, ip = NULL
     WHERE type = 'Normal' AND "values"[2] = 'account' AND "values"[5] = ANY($1)`,
    [names, neutral]
  )
  await sql.query(
    `UPDATE case_entries SET facts = jsonb_set(facts, '{event,values,4}', to_jsonb($2::text)) || '{"ip": null}'
     WHERE facts->'event'->>'type' = 'Normal' AND facts->'event'->'values'->>1 = 'account'
       AND facts->'event'->'values'->>4 = ANY($1)`,
    [names, neutral]
  )
}

async function scrubAudit(sql: Sql, id: string, names: string[]): Promise<void> {
  await sql.query('UPDATE audit_events SET ip = NULL, session = NULL WHERE actor_id = $1', [id])
  // An attempt to log in has no actor yet. Others who changed the account keep their addresses.
  await sql.query(
    `UPDATE audit_events SET before = NULL, after = NULL, ip = CASE WHEN actor_id IS NULL AND token IS NULL THEN NULL ELSE ip END
     WHERE target = 'user:' || $1::text`,
    [id]
  )
  // As it was written before it had the id.
  await sql.query(
    `UPDATE audit_events SET after = jsonb_set(after, '{account}', to_jsonb($1::text))
     WHERE action = 'game_staff_added' AND after->>'account' = ANY($2)`,
    [id, names]
  )
}

/** Addresses and names in what stays: flags, events, evidence, audit and log. */
async function scrub(sql: Sql, id: string, { names, neutral }: Names): Promise<void> {
  await sql.query(
    'UPDATE submissions SET ip = NULL, user_agent = NULL WHERE user_id = $1 AND (ip IS NOT NULL OR user_agent IS NOT NULL)',
    [id]
  )
  await sql.query('UPDATE game_events SET ip = NULL WHERE user_id = $1 AND ip IS NOT NULL', [id])
  await scrubHints(sql, { names, neutral })
  await sql.query(`UPDATE captures SET address = '' WHERE user_id = $1`, [id])
  // Evidence is of flags and events, which stay when a registration ends.
  await sql.query(
    `UPDATE case_entries e SET facts = e.facts || jsonb_build_object('user', $3::text, 'ip', NULL)
     FROM cases c
     WHERE c.game_id IN (SELECT unnest($4::int[]) UNION SELECT game_id FROM game_events WHERE user_id = $1)
       AND e.case_id = c.id AND e.facts->>'user' = ANY($2)`,
    [id, names, neutral, await listGamesShowingAccount(sql, id)]
  )
  await scrubAudit(sql, id, names)
  await sql.query('UPDATE log_events SET ip = NULL, user_name = NULL WHERE user_id = $1', [id])
}

/**
 * Takes a person out of an account, which stays under a neutral name for what its teams did
 * (docs/rules/personal-data.md#erasure). @returns the neutral name
 */
export async function eraseIn(tx: Change, id: string): Promise<string> {
  const { userName, email } = await lockAccount(tx, id)
  const name = neutral()
  const names = await namesOf(tx, id, userName)
  const address = `${id}@erased.invalid`
  await endSessionsAndTokens(tx, [id])
  for (const table of [...ACCESS, ...IN_TEAMS])
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [id])
  await tx.query('DELETE FROM mail_outbox WHERE lower(address) = lower($1)', [email])
  // Those that the person made end below, with the right to make them.
  await tx.query('DELETE FROM game_staff_invitations WHERE lower(email) = lower($1)', [email])
  await tx.query(
    `DELETE FROM user_import_rows WHERE lower(input->>'email') = lower($1) OR lower(input->>'userName') = ANY(SELECT lower(n) FROM unnest($2::text[]) n)`,
    [email, names]
  )
  await tx.query(`UPDATE registrations SET answers = '{}' WHERE user_id = $1 AND answers <> '{}'`, [id])
  await leaveTeams(tx, id)
  await scrub(tx, id, { names, neutral: name })
  await tx.query(
    `UPDATE users SET user_name = $2, user_name_key = $3, email = $4, email_key = $5, password_hash = '!', role = 'User',
       active = false, bio = '', phone = NULL, real_name = '', std_number = '', avatar_hash = NULL,
       affiliation = '', website = NULL, country = NULL, page_visibility = 'Nobody', ip = NULL,
       last_signed_in_at = NULL, last_visited_at = NULL, awaits_mail = false, generated_hash = NULL
     WHERE id = $1`,
    [id, name, nameKey(name), address, nameKey(address)]
  )
  await endUnbacked(tx, [id])
  await publishRenames(tx, [id])
  // After the scrubbing: it names nobody.
  await tx.audit({ action: 'user_erased', target: `user:${id}` })
  return name
}
