import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Database, number, rows } from '~/server/db'
import { appendEntries, type NewScoreEvent } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'

export interface Member {
  id: string
  name: string
}

export interface PlayingTeam {
  teamId: number
  participationId: number
  name: string
  /** Captain first; all registered in the game. */
  members: [Member, ...Member[]]
}

export interface PlayedChallenge {
  id: number
  title: string
  flag: string
}

export interface PlayedGame {
  id: number
  teams: PlayingTeam[]
  challenges: PlayedChallenge[]
}

export interface GamePlan {
  teams?: number
  membersEach?: number
  challenges?: number
  /** Milliseconds from now. */
  startsIn?: number
  endsIn?: number
  hidden?: boolean
  practiceMode?: boolean
  /** Division of the team at this index. */
  divisionOf?: (place: number) => string | null
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export async function addUsers(
  db: Database,
  count: number,
  prefix: string,
  role = 'User'
): Promise<Member[]> {
  const users = range(count).map((place) => ({ id: randomUUID(), name: `${prefix}${place}` }))
  await db.pool.query(
    `INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, role, active)
     SELECT id, name, lower(name), name || '@example.org', lower(name) || '@example.org', '!', $3, true
     FROM unnest($1::uuid[], $2::text[]) AS u (id, name)`,
    [users.map(({ id }) => id), users.map(({ name }) => name), role]
  )
  return users
}

/** A session of an account as a cookie, without the cost of a login. */
export async function sessionOf(
  { stores }: { stores: { db: Database } },
  { id }: Pick<Member, 'id'>
): Promise<string> {
  const token = randomBytes(20).toString('hex')
  await stores.db.pool.query(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    [createHash('sha256').update(token).digest('hex'), id]
  )
  return `halyard_session=${token}`
}

/** A running game with accepted teams and enabled challenges (Misc, curve 1000/0.25/5) with one flag each. */
export async function playGame(db: Database, plan: GamePlan = {}): Promise<PlayedGame> {
  const { teams = 3, membersEach = 1, challenges = 2, startsIn = -HOUR_MS, endsIn = HOUR_MS } = plan
  const tag = randomUUID().slice(0, 8)
  const users = await addUsers(db, teams * membersEach, `u${tag}x`)
  return db.transaction(async (tx) => {
    const insert = async (text: string, values: unknown[]) =>
      (await rows(tx, { id: number }, text, values)).map(({ id }) => id)
    const [id] = (await insert(
      `INSERT INTO games (title, start_at, end_at, hidden, practice_mode, public_key, private_seed)
       VALUES ($1, now() + $2 * interval '1 ms', now() + $3 * interval '1 ms', $4, $5, 'key', 'seed') RETURNING id`,
      [`Game ${tag}`, startsIn, endsIn, plan.hidden ?? false, plan.practiceMode ?? true]
    )) as [number]
    const titles = range(challenges).map((place) => `challenge ${String(place).padStart(3, '0')}`)
    const challengeIds = await insert(
      'INSERT INTO challenges (game_id, title, enabled) SELECT $1, title, true FROM unnest($2::text[]) AS t (title) RETURNING id',
      [id, titles]
    )
    const flagOf = (challenge: number) => `flag{${tag}-${challenge}}`
    await tx.query('INSERT INTO flags (challenge_id, flag) SELECT * FROM unnest($1::int[], $2::text[])', [
      challengeIds,
      challengeIds.map(flagOf)
    ])
    const names = range(teams).map((place) => `Team ${tag} ${place}`)
    const members = names.map((_, index) => users.slice(index * membersEach, (index + 1) * membersEach))
    const teamIds = await insert(
      `INSERT INTO teams (name, captain_id, invite_token)
       SELECT name, captain, repeat('0', 32) FROM unnest($1::text[], $2::uuid[]) AS t (name, captain) RETURNING id`,
      [names, members.map((list) => list[0]?.id)]
    )
    const divisions = names.map((_, index) => plan.divisionOf?.(index) ?? null)
    const participationIds = await insert(
      `INSERT INTO participations (game_id, team_id, status, division, token)
       SELECT $1, team, 'Accepted', division, 'token' FROM unnest($2::int[], $3::text[]) AS p (team, division)
       RETURNING id`,
      [id, teamIds, divisions]
    )
    const everyMember = members.flatMap((list, index) =>
      list.map((user) => ({ user: user.id, team: teamIds[index], participation: participationIds[index] }))
    )
    const columns = [
      everyMember.map(({ user }) => user),
      everyMember.map(({ team }) => team),
      everyMember.map(({ participation }) => participation)
    ]
    await tx.query(
      'INSERT INTO team_members (user_id, team_id) SELECT * FROM unnest($1::uuid[], $2::int[])',
      columns.slice(0, 2)
    )
    await tx.query(
      `INSERT INTO registrations (game_id, user_id, participation_id)
       SELECT $3, * FROM unnest($1::uuid[], $2::int[])`,
      [columns[0], columns[2], id]
    )
    const at = Date.now()
    await appendEntries(tx, id, [
      ...challengeIds.flatMap((challengeId): NewScoreEvent[] => [
        { kind: 'curve', at, challengeId, payload: { score: 1000, minRate: 0.25, difficulty: 5 } },
        { kind: 'open', at, challengeId }
      ]),
      ...participationIds.map(
        (participationId, index): NewScoreEvent => ({
          kind: 'admit',
          at,
          participationId,
          payload: { division: divisions[index] ?? null }
        })
      )
    ])
    return {
      id,
      challenges: challengeIds.map((challenge, index) => ({
        id: challenge,
        title: titles[index] as string,
        flag: flagOf(challenge)
      })),
      teams: teamIds.map((teamId, index) => ({
        teamId,
        participationId: participationIds[index] as number,
        name: names[index] as string,
        members: members[index] as [Member, ...Member[]]
      }))
    }
  })
}

export interface SentFlag {
  team: PlayingTeam
  challenge: PlayedChallenge
  /** Index of the member; 0 is the captain. */
  member?: number
  answer?: string
  /** Milliseconds; the database's clock when absent. */
  at?: number
}

/** Stores submissions in this order, as the web process does. Returns their ids. */
export async function sendFlags(db: Database, game: PlayedGame, sent: SentFlag[]): Promise<number[]> {
  const stored = await rows(
    db.pool,
    { id: number },
    `INSERT INTO submissions (game_id, challenge_id, participation_id, user_id, answer, submitted_at)
     SELECT $1, challenge, participation, member, answer,
            coalesce(to_timestamp(at / 1000.0), date_trunc('milliseconds', clock_timestamp()))
     FROM unnest($2::int[], $3::int[], $4::uuid[], $5::text[], $6::float8[])
       WITH ORDINALITY AS s (challenge, participation, member, answer, at, place)
     ORDER BY place RETURNING id`,
    [
      game.id,
      sent.map(({ challenge }) => challenge.id),
      sent.map(({ team }) => team.participationId),
      sent.map(({ team, member = 0 }) => team.members[member]?.id),
      sent.map(({ answer, challenge }) => answer ?? challenge.flag),
      sent.map(({ at }) => at ?? null)
    ]
  )
  return stored.map(({ id }) => id)
}
