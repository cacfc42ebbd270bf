import { nameKey } from '~/server/accounts'
import type { Change } from '~/server/change'
import { number, row, rows, text, uuid } from '~/server/db'
import { teamToken } from '~/server/games'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { notFound } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import type { SecretBox } from '~/server/platform/secret-box'
import type { PackedPerson, PackedTeam } from './contract'

/** Accounts that are here, or free to be made; a name or address that another account has is not taken from it. */
async function addPeople(tx: Change, people: readonly PackedPerson[]): Promise<Set<string>> {
  await tx.query(
    `INSERT INTO users (id, user_name, user_name_key, email, email_key, password_hash, active, registered_at)
     SELECT *, true, $7 FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
     ON CONFLICT DO NOTHING`,
    [
      people.map(({ id }) => id),
      people.map(({ userName }) => userName),
      people.map(({ userName }) => nameKey(userName)),
      people.map(({ email }) => email),
      people.map(({ email }) => nameKey(email)),
      people.map(({ passwordHash }) => passwordHash),
      tx.ctx.now
    ]
  )
  const there = await rows(tx, { id: uuid }, 'SELECT id FROM users WHERE id = ANY ($1)', [
    people.map(({ id }) => id)
  ])
  return new Set(there.map(({ id }) => id))
}

const LED = { id: number, captain: uuid }

/** Teams by their captain: a person leads one team at most, so one that is here is the same. */
async function foundTeams(
  tx: Change,
  wanted: readonly (PackedTeam & { captain: string })[]
): Promise<Map<string, number>> {
  const captains = wanted.map(({ captain }) => captain)
  await tx.query(
    `INSERT INTO teams (name, captain_id, invite_token, bio, affiliation, website, country)
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
     ON CONFLICT (captain_id) DO NOTHING`,
    [
      wanted.map(({ name }) => name),
      captains,
      wanted.map(() => randomHex(16)),
      ...(['bio', 'affiliation', 'website', 'country'] as const).map((field) =>
        wanted.map((team) => team[field])
      )
    ]
  )
  const found = await rows(
    tx,
    LED,
    'SELECT id, captain_id AS captain FROM teams WHERE captain_id = ANY ($1)',
    [captains]
  )
  return new Map(found.map(({ id, captain }) => [captain, id]))
}

const KEYS = { publicKey: text, privateSeed: text }

/**
 * Accepts teams into a game, with the accounts of their members; needs the game's ledger. Teams none of whose members
 * can have an account are left out.
 * @returns participations here by those there
 */
export async function addTeams(
  tx: Change,
  secretBox: SecretBox,
  gameId: number,
  teams: readonly PackedTeam[]
): Promise<Map<number, number>> {
  const keys = await row(
    tx,
    KEYS,
    'SELECT public_key AS "publicKey", private_seed AS "privateSeed" FROM games WHERE id = $1',
    [gameId]
  )
  if (!keys) throw notFound('game.not_found')
  const there = await addPeople(
    tx,
    teams.flatMap(({ members }) => members)
  )
  const led = teams.flatMap((team) => {
    const members = team.members.filter(({ id }) => there.has(id))
    return members[0] ? [{ ...team, members, captain: members[0].id }] : []
  })
  const ids = await foundTeams(tx, led)
  const placed = led.map((team) => ({ ...team, teamId: ids.get(team.captain)! }))
  const made = await rows(
    tx,
    { id: number, teamId: number },
    `INSERT INTO participations (game_id, team_id, status, division, token, answers)
     SELECT $1, team, 'Accepted', division, token, answers
     FROM unnest($2::int[], $3::text[], $4::text[], $5::jsonb[]) AS p (team, division, token, answers)
     ORDER BY team RETURNING id, team_id AS "teamId"`,
    [
      gameId,
      placed.map(({ teamId }) => teamId),
      placed.map(({ division }) => division),
      placed.map(({ teamId }) => teamToken(secretBox, keys, teamId)),
      placed.map(({ answers }) => JSON.stringify(answers))
    ]
  )
  const participations = new Map(made.map(({ id, teamId }) => [teamId, id]))
  await addMembers(tx, gameId, placed, participations)
  const at = tx.ctx.now.getTime()
  await tx.append(
    gameId,
    placed.map(
      ({ teamId, division }): NewScoreEvent => ({
        kind: 'admit',
        at,
        participationId: participations.get(teamId)!,
        payload: { division }
      })
    )
  )
  tx.invalidate(`joined:${gameId}`, `game:${gameId}`)
  return new Map(placed.map(({ participation, teamId }) => [participation, participations.get(teamId)!]))
}

async function addMembers(
  tx: Change,
  gameId: number,
  placed: readonly { teamId: number; members: readonly PackedPerson[] }[],
  participations: ReadonlyMap<number, number>
): Promise<void> {
  const members = placed.flatMap(({ teamId, members }) =>
    members.map(({ id, answers }) => ({ teamId, id, answers }))
  )
  const accounts = members.map(({ id }) => id)
  await tx.query(
    `INSERT INTO team_members (team_id, user_id) SELECT * FROM unnest($1::int[], $2::uuid[]) ON CONFLICT DO NOTHING`,
    [members.map(({ teamId }) => teamId), accounts]
  )
  await tx.query(
    `INSERT INTO registrations (game_id, user_id, participation_id, answers)
     SELECT $1, * FROM unnest($2::uuid[], $3::int[], $4::jsonb[]) ON CONFLICT DO NOTHING`,
    [
      ...[gameId, accounts, members.map(({ teamId }) => participations.get(teamId))],
      members.map(({ answers }) => JSON.stringify(answers))
    ]
  )
  tx.invalidate(...accounts.map((id) => `user:${id}`))
}
