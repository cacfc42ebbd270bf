import { hashPassword, nameKey } from '~/server/accounts'
import { type Ctx, type Role, reaches } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import type { Database, Sql } from '~/server/platform/db'
import { randomHex, uuid7 } from '~/server/platform/ids'
import { endSessions } from './changing'
import type { BulkLine, BulkReport, BulkRow, NewUser } from './contract'
import { randomPassword } from './passwords'

interface Existing {
  id: string
  nameKey: string
  emailKey: string
  role: Role
  captain: boolean
}

/** A line with what becomes of it. */
export interface Planned extends BulkLine {
  outcome: BulkRow['outcome']
  /** The account that is overwritten. */
  existing: Existing | null
}

type Ready = Planned & { input: NewUser }

async function existing(
  sql: Sql | Database['pool'],
  lines: BulkLine[],
  holder?: string
): Promise<Existing[]> {
  const inputs = lines.flatMap(({ input }) => input ?? [])
  const { rows } = await sql.query<Existing>(
    `SELECT u.id, u.user_name_key AS "nameKey", u.email_key AS "emailKey", u.role,
       EXISTS (SELECT 1 FROM teams t WHERE t.captain_id = u.id) AS captain
     FROM users u WHERE u.user_name_key = ANY($1) OR u.email_key = ANY($2) OR u.id = $3 ORDER BY u.id
     ${holder ? 'FOR NO KEY UPDATE' : ''}`,
    [
      inputs.map(({ userName }) => nameKey(userName)),
      inputs.map(({ email }) => nameKey(email)),
      holder ?? null
    ]
  )
  return rows
}

/**
 * What would become of every line. Accounts that exist are refused, or overwritten when asked for; those of staff
 * never are (decisions.md, Bulk users). With `holder` the accounts found, and that one, stay as they are until the
 * transaction ends; all in the order of their ids, as whoever changes one account locks it and their own.
 */
export async function plan(
  sql: Sql | Database['pool'],
  lines: BulkLine[],
  { overwrite, holder }: { overwrite: boolean; holder?: string }
): Promise<Planned[]> {
  const known = await existing(sql, lines, holder)
  const byName = new Map(known.map((user) => [user.nameKey, user]))
  const byEmail = new Map(known.map((user) => [user.emailKey, user]))
  /** Names, addresses, accounts and team names of the lines before. */
  const seen = new Set<string>()
  const claim = (kind: string, value: string) => seen.size === seen.add(`${kind} ${value}`).size

  const judged = (input: NewUser): { error: string | null; existing: Existing | null } => {
    const [name, mail] = [nameKey(input.userName), nameKey(input.email)]
    const refused = (error: string) => ({ error, existing: null })
    if (claim('name', name)) return refused('identity.duplicate_user_name')
    if (claim('email', mail)) return refused('identity.duplicate_email')
    const [named, addressed] = [byName.get(name), byEmail.get(mail)]
    const found = named ?? addressed
    const leads = input.teamName ? !claim('team', input.teamName) : false
    if (!found) return { error: null, existing: null }
    if (reaches(found.role, 'Monitor')) return refused('user.staff_protected')
    if (!overwrite || (addressed && addressed.id !== found.id))
      return refused(named ? 'identity.duplicate_user_name' : 'identity.duplicate_email')
    if (claim('account', found.id)) return refused('identity.duplicate_email')
    if (leads && found.captain) return refused('team.already_captain')
    return { error: null, existing: found }
  }

  return lines.map((line) => {
    const { error, existing } = line.input ? judged(line.input) : { error: line.error, existing: null }
    const outcome = error !== null || !line.input ? 'refused' : existing ? 'overwrite' : 'create'
    return { ...line, error, existing, outcome }
  })
}

/** The plan as a report; passwords by line when it was carried out. */
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
  /** Null when it was given: whoever gave it knows it. */
  madeUp: string | null
}

/** Hashes the passwords one after the other, so that people who log in meanwhile get their turns. */
export async function secretsOf(lines: BulkLine[]): Promise<Map<number, Secret>> {
  const secrets = new Map<number, Secret>()
  for (const { line, input } of lines) {
    if (!input) continue
    const madeUp = input.password ? null : randomPassword()
    secrets.set(line, { hash: await hashPassword(input.password || madeUp!), madeUp })
  }
  return secrets
}

async function create(sql: Sql, ctx: Ctx, row: Ready, hash: string): Promise<string> {
  const { userName, email, realName, stdNumber, phone } = row.input
  const id = uuid7(ctx.now)
  await sql.query(
    `INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, active, real_name, std_number,
       phone, registered_at) VALUES ($1, $2, $3, $4, $5, $6, true, $7, $8, $9, $10)`,
    [
      id,
      userName,
      nameKey(userName),
      email,
      nameKey(email),
      hash,
      realName ?? '',
      stdNumber ?? '',
      phone ?? null,
      ctx.now
    ]
  )
  return id
}

async function overwrite(sql: Sql, id: string, row: Ready, hash: string): Promise<void> {
  const { userName, email, realName, stdNumber, phone } = row.input
  await sql.query(
    `UPDATE users SET user_name = $2, user_name_key = $3, email = $4, email_key = $5, password_hash = $6, active = true,
       real_name = coalesce($7, real_name), std_number = coalesce($8, std_number), phone = coalesce($9, phone)
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
      phone ?? null
    ]
  )
}

/** The rows' new teams: the first row of a name leads, the others are members. */
async function formTeams(sql: Sql, ctx: Ctx, members: { id: string; teamName: string }[]): Promise<void> {
  for (const name of new Set(members.map(({ teamName }) => teamName))) {
    const ids = members.filter(({ teamName }) => teamName === name).map(({ id }) => id)
    const made = await sql.query<{ id: number }>(
      'INSERT INTO teams (name, captain_id, invite_token, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
      [name, ids[0], randomHex(16), ctx.now]
    )
    await sql.query(
      'INSERT INTO team_members (team_id, user_id, joined_at) SELECT $1, unnest($2::uuid[]), $3',
      [made.rows[0]!.id, ids, ctx.now]
    )
    const target = `team:${made.rows[0]!.id}`
    await audit(sql, ctx, { action: 'team_created', target, after: { name, members: ids } })
  }
}

/** Carries a plan out of which nothing is refused. Answers the ids of the accounts that were there before. */
export async function carryOut(
  sql: Sql,
  ctx: Ctx,
  planned: Planned[],
  secrets: Map<number, Secret>
): Promise<string[]> {
  const members: { id: string; teamName: string }[] = []
  const changed: string[] = []
  for (const row of planned as Ready[]) {
    const { hash } = secrets.get(row.line)!
    const { teamName, userName, email } = row.input
    if (row.existing) {
      changed.push(row.existing.id)
      await overwrite(sql, row.existing.id, row, hash)
    }
    const id = row.existing?.id ?? (await create(sql, ctx, row, hash))
    if (teamName) members.push({ id, teamName })
    const action = row.existing ? 'user_overwritten' : 'user_created'
    await audit(sql, ctx, { action, target: `user:${id}`, after: { userName, email } })
  }
  await endSessions(sql, changed)
  await formTeams(sql, ctx, members)
  return changed
}
