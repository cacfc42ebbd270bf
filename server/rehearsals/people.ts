import type { Accounts } from '~/server/accounts'
import type { Change } from '~/server/change'
import { number, rows, uuid } from '~/server/db'
import { randomHex, uuid7 } from '~/server/platform/ids'

export interface RehearsalTeam {
  teamId: number
  /** `name=value` of its session. */
  cookie: string
}

/** No password has this hash, so nobody can log in. */
const NO_PASSWORD = '!'

const ACCOUNTS = `
  INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, active, registered_at, rehearsal)
  SELECT id, name, name, name || '@rehearsal.invalid', name || '@rehearsal.invalid', $3, true, $4, $5
  FROM unnest($1::uuid[], $2::text[]) AS u (id, name)`

const TEAMS = `
  INSERT INTO teams (name, captain_id, invite_token, rehearsal)
  SELECT 'Rehearsal ' || place, id, token, $3 FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS t (id, token, place)
  ORDER BY place RETURNING id, captain_id AS captain`

/** Teams of one, with accounts of `run` that only this process can use. In order. */
export async function makeTeams(
  tx: Change,
  count: number,
  run: string
): Promise<{ teamId: number; captain: string }[]> {
  const { now } = tx.ctx
  const ids = Array.from({ length: count }, () => uuid7(now))
  // Random, because registered names and addresses are unique and must not be guessed.
  const names = ids.map(() => `re${randomHex(6)}`)
  await tx.query(ACCOUNTS, [ids, names, NO_PASSWORD, now, run])
  const tokens = ids.map(() => randomHex(16))
  const made = await rows(tx, { id: number, captain: uuid }, TEAMS, [ids, tokens, run])
  await tx.query(
    'INSERT INTO team_members (team_id, user_id) SELECT id, captain_id FROM teams WHERE rehearsal = $1',
    [run]
  )
  return made.map(({ id, captain }) => ({ teamId: id, captain }))
}

/** Logs the accounts in; after the commit, because sessions are started on their own. */
export async function openSessions(
  { sessions }: Pick<Accounts, 'sessions'>,
  { ctx }: Pick<Change, 'ctx'>,
  teams: readonly { teamId: number; captain: string }[]
): Promise<RehearsalTeam[]> {
  const opened: RehearsalTeam[] = []
  for (const { teamId, captain } of teams) {
    const { cookie } = await sessions.start(captain, ctx)
    opened.push({ teamId, cookie: cookie.split(';')[0]! })
  }
  return opened
}
