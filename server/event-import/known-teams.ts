import { nameKey } from '~/server/accounts'
import { bool, number, rows, type Sql, uuid } from '~/server/db'
import type { KnownTeam, SeedEvent } from './contract'

const FOUND = { index: number, teamId: number, userId: uuid, place: number, captain: bool }

/** Same name and a known address (docs/event-files.md#accounts-that-are-here). No account or team is used twice. */
export async function findKnownTeams(sql: Sql, { teams }: SeedEvent): Promise<(KnownTeam | null)[]> {
  const wanted = teams.flatMap(({ name, members = [] }, index) =>
    members.map((address) => ({ name, index, key: nameKey(address) }))
  )
  const known = teams.map((): KnownTeam | null => null)
  if (wanted.length === 0) return known
  const found = await rows(
    sql,
    FOUND,
    `SELECT w.index, t.id AS "teamId", u.id AS "userId", w.place::int, t.captain_id = u.id AS captain
     FROM unnest($1::int[], $2::text[], $3::text[]) WITH ORDINALITY AS w (index, name, key, place)
     JOIN users u ON u.email_key = w.key JOIN team_members m ON m.user_id = u.id
     JOIN teams t ON t.id = m.team_id AND t.name = w.name ORDER BY t.id, w.place`,
    [wanted.map(({ index }) => index), wanted.map(({ name }) => name), wanted.map(({ key }) => key)]
  )
  const used = new Set<string | number>()
  for (const { index, teamId, userId, place, captain } of found) {
    const team = known[index]
    if (used.has(userId) || (team ? team.id !== teamId : used.has(teamId))) continue
    used.add(userId).add(teamId)
    const { key } = wanted[place - 1]!
    if (!team) known[index] = { id: teamId, leader: userId, members: new Map([[key, userId]]) }
    else {
      team.members.set(key, userId)
      if (captain) team.leader = userId
    }
  }
  return known
}
