import { z } from 'zod'
import { profileView } from '~/server/accounts/contract'
import {
  bool,
  json,
  nullable,
  number,
  oneOf,
  type Pool,
  type RowOf,
  row,
  rows,
  text,
  texts,
  time,
  uuids
} from '~/server/db'
import { plain, SqlConditions } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import { answers } from '~/server/registration-fields/contract'
import { effectiveLock, lockedTeamIdsSql, memberPlaceSql } from '~/server/teams'
import { TEAM_LIMITS } from '~/server/teams/contract'
import {
  type Crew,
  type ParticipationInfo,
  type ReviewFilter,
  type ReviewSummary,
  reviewedTeam,
  STORED_STATUSES,
  type TeamChoice
} from './contract'

const INFO = {
  id: number,
  status: oneOf(STORED_STATUSES),
  organization: nullable(text),
  createdAt: time,
  registeredMembers: uuids,
  answers: json(answers),
  playerAnswers: json(z.record(z.string(), answers)),
  team: json(reviewedTeam.omit({ members: true })),
  members: nullable(json(z.array(profileView)))
}

/** Registrations `p` with team and members. `now`: placeholder of the time for locks. */
const columns = (now: string) => `p.id, p.status, p.division AS organization, p.created_at AS "createdAt",
  ARRAY(SELECT r.user_id FROM registrations r WHERE r.participation_id = p.id ORDER BY r.created_at, r.user_id)
    AS "registeredMembers",
  p.answers, coalesce((SELECT jsonb_object_agg(r.user_id, r.answers) FROM registrations r
    WHERE r.participation_id = p.id AND r.answers <> '{}'), '{}') AS "playerAnswers",
  json_build_object('id', t.id, 'name', t.name, 'bio', t.bio, 'avatar', '/assets/' || t.avatar_hash || '/avatar',
    'affiliation', t.affiliation, 'website', t.website, 'country', t.country, 'locked', ${effectiveLock('t', now)}, 'captainId', t.captain_id) AS team,
  (SELECT json_agg(json_build_object('userId', u.id, 'userName', u.user_name, 'email', u.email, 'bio', u.bio,
       'phone', u.phone, 'realName', u.real_name, 'stdNumber', u.std_number,
       'avatar', '/assets/' || u.avatar_hash || '/avatar', 'role', u.role) ORDER BY m.joined_at, u.id)
   FROM team_members m JOIN users u ON u.id = m.user_id WHERE m.team_id = t.id) AS members`

const infoOf = ({ team, members, createdAt, ...row }: RowOf<typeof INFO>): ParticipationInfo => ({
  ...row,
  createdAt: wireTime(createdAt),
  team: { ...team, members: members ?? [] }
})

const wire = (time: string) => `regexp_replace(
  to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), '\\.?0+$', '') || '+00:00'`

/** JSON by the database, which looks members and locks up for all rows together. */
const PART = `
  WITH part AS MATERIALIZED (
    SELECT * FROM participations WHERE game_id = $1 AND team_id > $3 ORDER BY team_id LIMIT $4 OFFSET $5
  ), people AS (
    SELECT m.team_id, json_agg(json_build_object('userId', u.id, 'userName', u.user_name, 'email', u.email, 'bio', u.bio,
      'phone', u.phone, 'realName', u.real_name, 'stdNumber', u.std_number,
      'avatar', '/assets/' || u.avatar_hash || '/avatar', 'role', u.role) ORDER BY m.joined_at, u.id) AS members
    FROM part JOIN team_members m ON m.team_id = part.team_id JOIN users u ON u.id = m.user_id GROUP BY m.team_id
  ), registered AS (
    SELECT r.participation_id, json_agg(r.user_id ORDER BY r.created_at, r.user_id) AS ids,
      jsonb_object_agg(r.user_id, r.answers) FILTER (WHERE r.answers <> '{}') AS answers
    FROM part JOIN registrations r ON r.participation_id = part.id GROUP BY r.participation_id
  )
  SELECT p.team_id AS "teamId", json_build_object('id', p.id, 'status', p.status, 'organization', p.division,
    'createdAt', ${wire('p.created_at')}, 'registeredMembers', coalesce(registered.ids, '[]'),
    'answers', p.answers, 'playerAnswers', coalesce(registered.answers, '{}'),
    'team', json_build_object('id', t.id, 'name', t.name, 'bio', t.bio, 'avatar', '/assets/' || t.avatar_hash || '/avatar',
      'affiliation', t.affiliation, 'website', t.website, 'country', t.country, 'locked', t.admin_locked OR t.id IN (${lockedTeamIdsSql('$2')}), 'captainId', t.captain_id,
      'members', coalesce(people.members, '[]')))::text AS json
  FROM part p JOIN teams t ON t.id = p.team_id
    LEFT JOIN people ON people.team_id = p.team_id LEFT JOIN registered ON registered.participation_id = p.id
  ORDER BY p.team_id`

const PART_ROW = { teamId: number, json: text }
const TEAMS_AT_ONCE = 500

/** Pieces of a JSON array by team id, some hundred at a time, so that memory stays small. `count` null = all. */
export async function* streamParticipations(
  pool: Pool,
  now: Date,
  gameId: number,
  { count, skip }: { count: number | null; skip: number }
): AsyncGenerator<string> {
  let left = count ?? Number.POSITIVE_INFINITY
  let after = 0
  let piece = '['
  for (;;) {
    const wanted = Math.min(left, TEAMS_AT_ONCE)
    const part = await rows(pool, PART_ROW, {
      name: 'participations_part',
      text: PART,
      values: [gameId, now, after, wanted, after === 0 ? skip : 0]
    })
    piece += part.map(({ json }) => json).join(',')
    left -= part.length
    if (part.length < wanted || left === 0) break
    after = part.at(-1)!.teamId
    yield piece
    piece = ','
  }
  // JSON allows no final comma.
  yield `${piece === ',' ? '' : piece}]`
}

/** Pending ones first. */
const REVIEW_ORDER = `array_position(ARRAY['Pending', 'Accepted', 'Suspended', 'Rejected'], p.status), p.id`
const MAX_WAITING = 1000

const PEOPLE = `concat_ws(E'\\n', u.user_name, u.real_name, u.email, u.std_number)`

function reviewed(gameId: number, { search, status, division }: ReviewFilter): SqlConditions {
  const where = new SqlConditions([gameId]).and('p.game_id = $1')
  if (status) where.and('p.status = ?', status)
  if (division) where.and('p.division = ?', division)
  if (search.trim() !== '')
    where.and(
      `(p.team_id::text = ? OR p.team_id IN (
         SELECT t.id FROM teams t WHERE strpos(${plain('t.name')}, ${plain('?')}) > 0
         UNION ALL SELECT m.team_id FROM team_members m WHERE m.user_id IN (
           SELECT u.id FROM users u WHERE strpos(${plain(PEOPLE)}, ${plain('?')}) > 0)))`,
      search.trim()
    )
  return where
}

/** A page of the review list, and how many the filter finds in all. */
export async function readReviewPage(
  pool: Pool,
  now: Date,
  gameId: number,
  filter: ReviewFilter,
  { count, skip }: { count: number; skip: number }
): Promise<{ data: ParticipationInfo[]; total: number }> {
  const all = reviewed(gameId, filter)
  const where = reviewed(gameId, filter)
  const [page, counted] = await Promise.all([
    rows(
      pool,
      INFO,
      `SELECT ${columns(where.value(now))}
       FROM (SELECT p.* FROM participations p WHERE ${where}
             ORDER BY ${REVIEW_ORDER} LIMIT ${where.value(count)} OFFSET ${where.value(skip)}) p
       JOIN teams t ON t.id = p.team_id ORDER BY ${REVIEW_ORDER}`,
      where.values
    ),
    row(
      pool,
      { total: number },
      `SELECT count(*)::int AS total FROM participations p WHERE ${all}`,
      all.values
    )
  ])
  return { data: page.map(infoOf), total: counted!.total }
}

const GROUP = { status: oneOf(STORED_STATUSES), division: nullable(text), n: number }

/** `waiting`: pending ones of the filter, at most `MAX_WAITING`. Counts and divisions are the whole game's. */
export async function readReviewSummary(
  pool: Pool,
  gameId: number,
  filter: ReviewFilter
): Promise<ReviewSummary> {
  const where = reviewed(gameId, filter).and(`p.status = 'Pending'`)
  const [waiting, groups] = await Promise.all([
    rows(
      pool,
      { id: number },
      `SELECT p.id FROM participations p WHERE ${where} ORDER BY p.id LIMIT ${MAX_WAITING}`,
      where.values
    ),
    rows(
      pool,
      GROUP,
      'SELECT status, division, count(*)::int AS n FROM participations WHERE game_id = $1 GROUP BY 1, 2 ORDER BY 2',
      [gameId]
    )
  ])
  const counts: ReviewSummary['counts'] = { Pending: 0, Accepted: 0, Suspended: 0, Rejected: 0 }
  for (const { status, n } of groups) counts[status] += n
  const divisions = [...new Set(groups.flatMap(({ division }) => division ?? []))]
  return { waiting: waiting.map(({ id }) => id), counts, divisions }
}

const CHOICE = {
  id: number,
  name: text,
  status: nullable(oneOf(STORED_STATUSES)),
  division: nullable(text),
  members: number,
  place: number,
  captain: bool,
  players: number,
  own: bool
}

/** Teams of the user with their places, oldest membership first. */
export async function listTeamChoices(pool: Pool, gameId: number, userId: string): Promise<TeamChoice[]> {
  return rows(
    pool,
    CHOICE,
    `SELECT t.id, t.name, p.status, p.division, t.captain_id = $2 AS captain,
       (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS members,
       ${memberPlaceSql('t.id', '$2')} AS place,
       (SELECT count(*)::int FROM registrations r WHERE r.participation_id = p.id) AS players,
       EXISTS (SELECT 1 FROM registrations r WHERE r.participation_id = p.id AND r.user_id = $2) AS own
     FROM team_members own JOIN teams t ON t.id = own.team_id
       LEFT JOIN participations p ON p.team_id = t.id AND p.game_id = $1
     WHERE own.user_id = $2 ORDER BY own.joined_at, t.id LIMIT ${TEAM_LIMITS.ownListed}`,
    [gameId, userId]
  )
}

/** Each participation's players in order of sign-up, the size of its team, and whether it sent a writeup. */
export async function findCrews(pool: Pool, participationIds: readonly number[]): Promise<(Crew | null)[]> {
  const crews = await rows(
    pool,
    { id: number, names: texts, members: number, writeup: bool },
    {
      name: 'crews_of',
      text: `SELECT p.id, ARRAY(SELECT u.user_name FROM registrations r JOIN users u ON u.id = r.user_id
               WHERE r.participation_id = p.id ORDER BY r.created_at, u.id) AS names,
               (SELECT count(*)::int FROM team_members m WHERE m.team_id = p.team_id) AS members,
               EXISTS (SELECT 1 FROM writeups w WHERE w.participation_id = p.id) AS writeup
             FROM participations p WHERE p.id = ANY ($1)`,
      values: [participationIds]
    }
  )
  const byId = new Map(crews.map(({ id, ...crew }) => [id, crew]))
  return participationIds.map((id) => byId.get(id) ?? null)
}

/** Names of teams by participation. */
export async function readTeamNamesByParticipation(
  pool: Pool,
  gameId: number,
  ids: readonly number[]
): Promise<ReadonlyMap<number, string>> {
  const found = await rows(
    pool,
    { id: number, name: text },
    `SELECT p.id, t.name FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1 AND p.id = ANY ($2::int[])`,
    [gameId, ids]
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}
