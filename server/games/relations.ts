import { bool, nullable, number, oneOf, type Pool, type RowOf, rows, text, uuid } from '~/server/db'
import { STORED_STATUSES } from './contract'

const RELATION = {
  participationId: number,
  teamId: number,
  teamName: text,
  status: oneOf(STORED_STATUSES),
  division: nullable(text),
  extraMs: number,
  token: text,
  registered: bool,
  member: bool,
  decisions: number,
  unread: number,
  unanswered: number
}
/**
 * The participation of one of the user's teams. `registered`: the user takes part too; `member`: the user belongs to the team
 * now. `decisions`: number of case decisions about the team (docs/rules/cases.md#appeals). `unread`: messages of its tickets
 * (docs/rules/tickets.md#pages). These and `unanswered` are 0 for users who left the team.
 */
export type Relation = RowOf<typeof RELATION>

const DECISIONS = `SELECT count(*)::int FROM case_decisions d WHERE d.participation_ids @> ARRAY[p.id]
  AND d.state IN ('confirmed', 'undone') AND d.outcome <> 'nothing'`

/** SQL: number of the organisers' messages that nobody of team `p` has opened. */
const UNREAD = `SELECT coalesce(sum(x.unread), 0)::int FROM tickets x WHERE x.participation_id = p.id AND x.unread > 0`

/** SQL: the user of registration `r` belongs to its team `p` today. */
const STILL_MEMBER =
  'EXISTS (SELECT FROM team_members m WHERE m.team_id = p.team_id AND m.user_id = r.user_id)'

/** How many required fields neither the player of a registration `r` nor the team `p` has answered. */
const UNANSWERED = `SELECT count(*)::int FROM games g, jsonb_array_elements(g.registration_fields) f
  WHERE g.id = r.game_id AND (f ->> 'required')::boolean
    AND NOT (CASE f ->> 'of' WHEN 'Team' THEN p.answers ELSE r.answers END) ? (f ->> 'id')`

const ASKED_RELATION = { ...RELATION, place: number }

/**
 * Of each game and user asked: the user's registration, else the participation of one of the user's teams, else null. The
 * teams are an array, not a join: before Postgres has analysed a young game's rows, a join would scan all its teams for
 * each player.
 */
export async function findRelations(
  pool: Pool,
  asked: readonly { gameId: number; userId: string }[]
): Promise<(Relation | null)[]> {
  const found = await rows(pool, ASKED_RELATION, {
    name: 'game_relations_of_members',
    text: `
      SELECT asked.place::int, found.* FROM unnest($1::int[], $2::uuid[]) WITH ORDINALITY AS asked (game_id, user_id, place),
      LATERAL (
        SELECT p.id AS "participationId", p.team_id AS "teamId", t.name AS "teamName", p.status, p.division, p.extra_ms AS "extraMs", p.token,
          true AS registered, of.member, CASE WHEN of.member THEN (${DECISIONS}) ELSE 0 END AS decisions,
          CASE WHEN of.member THEN (${UNREAD}) ELSE 0 END AS unread,
          CASE WHEN of.member THEN (${UNANSWERED}) ELSE 0 END AS unanswered
        FROM registrations r JOIN participations p ON p.id = r.participation_id JOIN teams t ON t.id = p.team_id
          CROSS JOIN LATERAL (SELECT ${STILL_MEMBER} AS member) of
        WHERE r.game_id = asked.game_id AND r.user_id = asked.user_id
        UNION ALL
        SELECT p.id, p.team_id, t.name, p.status, p.division, p.extra_ms, p.token, false, true, 0, 0, 0
        FROM participations p JOIN teams t ON t.id = p.team_id
        WHERE p.game_id = asked.game_id AND p.team_id = ANY (ARRAY(SELECT team_id FROM team_members WHERE user_id = asked.user_id))
        ORDER BY registered DESC LIMIT 1
      ) AS found`,
    values: [asked.map(({ gameId }) => gameId), asked.map(({ userId }) => userId)]
  })
  const byPlace = new Map(found.map(({ place, ...relation }) => [place - 1, relation]))
  return asked.map((_, place) => byPlace.get(place) ?? null)
}

const REGISTERED = {
  ...{ userId: uuid, gameId: number, participationId: number },
  ...{ teamId: number, team: text, status: oneOf(STORED_STATUSES) }
}
export type Registered = RowOf<typeof REGISTERED>

/** For each user, the registrations in these games, with their teams. */
export async function listRegistrations(
  pool: Pool,
  asked: readonly { gameIds: readonly number[]; userId: string }[]
): Promise<Registered[][]> {
  const found = await rows(pool, REGISTERED, {
    name: 'games_registered_in',
    text: `SELECT r.user_id AS "userId", r.game_id AS "gameId", p.id AS "participationId", t.id AS "teamId", t.name AS team, p.status
           FROM registrations r JOIN participations p ON p.id = r.participation_id JOIN teams t ON t.id = p.team_id
           WHERE r.user_id = ANY ($1::uuid[]) AND r.game_id = ANY ($2::int[])`,
    values: [asked.map(({ userId }) => userId), [...new Set(asked.flatMap(({ gameIds }) => gameIds))]]
  })
  const byUser = new Map<string, Registered[]>()
  for (const one of found) byUser.set(one.userId, [...(byUser.get(one.userId) ?? []), one])
  return asked.map(
    ({ gameIds, userId }) => byUser.get(userId)?.filter(({ gameId }) => gameIds.includes(gameId)) ?? []
  )
}
