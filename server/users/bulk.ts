import { hasRole, ROLES } from '~/server/access/contract'
import { hashPassword, insertUser, nameKey } from '~/server/accounts'
import type { Change } from '~/server/change'
import { bool, number, oneOf, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { randomHex } from '~/server/platform/ids'
import type { BulkLine, BulkReport, BulkRow, NewUser } from './contract'
import { endSessionsAndTokens } from './locked-user'
import { randomPassword } from './random-password'

const EXISTING = { id: uuid, nameKey: text, emailKey: text, role: oneOf(ROLES), staff: bool, captain: bool }
type Existing = RowOf<typeof EXISTING>

export interface Planned extends BulkLine {
  outcome: BulkRow['outcome']
  existing: Existing | null
}

type Ready = Planned & { input: NewUser }

/** Accounts named by lines; `lockWith`: locks them and that account. */
function existing(sql: Sql, lines: BulkLine[], lockWith?: string): Promise<Existing[]> {
  const inputs = lines.flatMap(({ input }) => input ?? [])
  return rows(
    sql,
    EXISTING,
    `SELECT u.id, u.user_name_key AS "nameKey", u.email_key AS "emailKey", u.role,
       EXISTS (SELECT FROM game_staff s WHERE s.user_id = u.id) AS staff,
       EXISTS (SELECT 1 FROM teams t WHERE t.captain_id = u.id) AS captain
     FROM users u WHERE u.user_name_key = ANY($1) OR u.email_key = ANY($2) OR u.id = $3 ORDER BY u.id
     ${lockWith ? 'FOR NO KEY UPDATE' : ''}`,
    [
      inputs.map(({ userName }) => nameKey(userName)),
      inputs.map(({ email }) => nameKey(email)),
      lockWith ?? null
    ]
  )
}

/**
 * Result of every line; existing accounts are refused or overwritten, staff, also of games, never (docs/rules/staff.md#bulk-users).
 * `lockWith`: the caller, locked with the accounts in order of ids, as lockAccount() does.
 */
export async function planBulk(
  sql: Sql,
  lines: BulkLine[],
  { overwrite, lockWith }: { overwrite: boolean; lockWith?: string }
): Promise<Planned[]> {
  const known = await existing(sql, lines, lockWith)
  const byName = new Map(known.map((user) => [user.nameKey, user]))
  const byEmail = new Map(known.map((user) => [user.emailKey, user]))
  const seen = new Set<string>()
  const claim = (kind: string, value: string) => seen.size === seen.add(`${kind} ${value}`).size

  const judged = (input: NewUser, unproven: boolean): { error: string | null; existing: Existing | null } => {
    const [name, mail] = [nameKey(input.userName), nameKey(input.email)]
    const refused = (error: string) => ({ error, existing: null })
    if (claim('name', name)) return refused('identity.user_name_twice')
    if (claim('email', mail)) return refused('identity.email_twice')
    const [named, addressed] = [byName.get(name), byEmail.get(mail)]
    const found = named ?? addressed
    const leads = input.teamName ? !claim('team', input.teamName) : false
    if (!found) return { error: null, existing: null }
    if (found.staff || hasRole(found.role, 'Monitor')) return refused('user.staff_protected')
    if (!overwrite || (addressed && addressed.id !== found.id))
      return refused(named ? 'identity.duplicate_user_name' : 'identity.duplicate_email')
    if (unproven) return refused('user.import_unproven')
    if (claim('account', found.id)) return refused('identity.duplicate_email')
    if (leads && found.captain) return refused('team.already_captain')
    return { error: null, existing: found }
  }

  return lines.map((line) => {
    const { error, existing } = line.input
      ? judged(line.input, line.unproven ?? false)
      : { error: line.error, existing: null }
    const outcome = error !== null || !line.input ? 'refused' : existing ? 'overwrite' : 'create'
    return { ...line, error, existing, outcome }
  })
}

/** `done`: passwords by line; null for a dry run. */
export function reportOf(planned: Planned[], done: Map<number, string | null> | null): BulkReport {
  const count = (outcome: BulkRow['outcome']) => planned.filter((row) => row.outcome === outcome).length
  const teams = new Set(planned.flatMap(({ input }) => input?.teamName || []))
  return {
    done: done !== null,
    created: count('create'),
    overwritten: count('overwrite'),
    refused: count('refused'),
    teams: teams.size,
    rows: planned.map(({ line, userName, email, input, outcome, error }) => ({
      line,
      userName,
      email,
      teamName: input?.teamName || null,
      outcome,
      error,
      password: done?.get(line) ?? null
    }))
  }
}

export interface Secret {
  hash: string
  madeUp: string | null
}

/** Hashes one password at a time, so that logins do not wait for all. */
export async function hashPasswords(lines: BulkLine[]): Promise<Map<number, Secret>> {
  const secrets = new Map<number, Secret>()
  for (const { line, input } of lines) {
    if (!input) continue
    const madeUp = input.password ? null : randomPassword()
    secrets.set(line, { hash: await hashPassword(input.password || madeUp!), madeUp })
  }
  return secrets
}

function create(tx: Change, { input }: Ready, hash: string): Promise<string> {
  const { userName, email, realName, stdNumber, phone, affiliation, website, country } = input
  const shown = { affiliation, website, country }
  const account = { userName, email, passwordHash: hash, active: true, ip: null }
  return insertUser(tx, { ...account, realName, stdNumber, phone, ...shown })
}

async function overwrite(sql: Sql, id: string, row: Ready, hash: string): Promise<void> {
  const { userName, email, realName, stdNumber, phone, affiliation, website, country } = row.input
  await sql.query(
    `UPDATE users SET user_name = $2, user_name_key = $3, email = $4, email_key = $5, password_hash = $6, active = true,
       real_name = coalesce($7, real_name), std_number = coalesce($8, std_number), phone = coalesce($9, phone),
       affiliation = coalesce($10, affiliation), website = coalesce($11, website), country = coalesce($12, country)
     WHERE id = $1`,
    [
      id,
      userName,
      nameKey(userName),
      email,
      nameKey(email),
      hash,
      realName ?? null,
      stdNumber ?? null,
      phone ?? null,
      ...[affiliation || null, website ?? null, country ?? null]
    ]
  )
}

interface FormedTeam {
  id: number
  name: string
  userIds: string[]
}

interface FormedMember extends Pick<NewUser, 'team'> {
  id: string
  teamName: string
}

/** The first row of a name is the captain, and tells what the team shows. */
async function formTeams(tx: Change, members: FormedMember[]): Promise<FormedTeam[]> {
  const teams: FormedTeam[] = []
  for (const name of new Set(members.map(({ teamName }) => teamName))) {
    const own = members.filter(({ teamName }) => teamName === name)
    const ids = own.map(({ id }) => id)
    const { affiliation, website, country } = own[0]?.team ?? {}
    const made = await row(
      tx,
      { id: number },
      `INSERT INTO teams (name, captain_id, invite_token, created_at, affiliation, website, country)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [name, ids[0], randomHex(16), tx.ctx.now, affiliation || null, website ?? null, country ?? null]
    )
    await tx.query(
      'INSERT INTO team_members (team_id, user_id, joined_at) SELECT $1, unnest($2::uuid[]), $3',
      [made!.id, ids, tx.ctx.now]
    )
    const target = `team:${made!.id}`
    await tx.audit({ action: 'team_created', target, after: { name, members: ids } })
    teams.push({ id: made!.id, name, userIds: ids })
  }
  return teams
}

interface CarriedOut {
  overwritten: string[]
  ids: Map<number, string>
  teams: FormedTeam[]
}

/**
 * Writes rows that are all ready, in the caller's transaction: creates or overwrites accounts, forms teams, and ends
 * sessions and tokens of those that were overwritten.
 */
export async function applyBulk(
  tx: Change,
  planned: Planned[],
  secrets: Map<number, Secret>
): Promise<CarriedOut> {
  const members: FormedMember[] = []
  const overwritten: string[] = []
  const ids = new Map<number, string>()
  for (const row of planned as Ready[]) {
    const { hash } = secrets.get(row.line)!
    const { teamName, team, userName, email } = row.input
    if (row.existing) {
      overwritten.push(row.existing.id)
      await overwrite(tx, row.existing.id, row, hash)
    }
    const id = row.existing?.id ?? (await create(tx, row, hash))
    ids.set(row.line, id)
    if (teamName) members.push({ id, teamName, team })
    const action = row.existing ? 'user_overwritten' : 'user_created'
    await tx.audit({ action, target: `user:${id}`, after: { userName, email } })
  }
  await endSessionsAndTokens(tx, overwritten)
  return { overwritten, ids, teams: await formTeams(tx, members) }
}
