import type { BoardItem, Scoreboard } from '~/scoring/rules'
import type { Database } from '~/server/platform/db'
import { NEVER } from '~/server/platform/time'
import type { Cell } from '~/server/platform/xlsx'
import { instant } from './submissions'

type Pool = Database['pool']

/** Texts of a sheet by key, such as `monitor:sheet.rank`. */
export type SheetText = (key: string) => string

/** `yyyy-MM-dd HH:mm:ssZ` */
const stamp = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')}Z`

/** The players of a team as the organisers know them; each list has the captain first. */
interface Roster {
  participationId: number
  captain: string
  names: string[]
  stdNumbers: string[]
  phones: string[]
}

/** Registered members of all accepted teams, in one query (behaviour.md W44, decisions.md Roster). */
async function rostersOf(pool: Pool, gameId: number): Promise<Map<number, Roster>> {
  const { rows } = await pool.query<Roster>(
    `SELECT p.id AS "participationId",
            (SELECT real_name FROM users WHERE id = t.captain_id) AS captain,
            m.names, m."stdNumbers", m.phones
     FROM participations p JOIN teams t ON t.id = p.team_id
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(u.real_name ORDER BY u.id <> t.captain_id, r.created_at, u.id), '{}') AS names,
              coalesce(array_agg(u.std_number ORDER BY u.id <> t.captain_id, r.created_at, u.id), '{}') AS "stdNumbers",
              coalesce(array_agg(coalesce(u.phone, '') ORDER BY u.id <> t.captain_id, r.created_at, u.id), '{}') AS phones
       FROM registrations r JOIN users u ON u.id = r.user_id WHERE r.participation_id = p.id
     ) m
     WHERE p.game_id = $1 AND p.status = 'Accepted'`,
    [gameId]
  )
  return new Map(rows.map((row) => [row.participationId, row]))
}

/** The board with the teams' people: one row a team, one column of points a challenge (behaviour.md 6.4). */
export async function* boardRows(
  pool: Pool,
  gameId: number,
  board: Scoreboard,
  t: SheetText
): AsyncGenerator<Cell[]> {
  const rosters = await rostersOf(pool, gameId)
  const divided = board.items.some(({ organization }) => organization !== null)
  const challenges = Object.values(board.challenges).flat()
  const blank = t('monitor:sheet.blank')
  const joined = (texts: string[] = []) => texts.map((text) => text.trim() || blank).join(' / ')
  const columns = [
    'rank',
    'team',
    ...(divided ? ['division'] : []),
    'captain',
    'members',
    'std_numbers',
    'phones'
  ]
  yield [
    ...[...columns, 'solved', 'last_solve', 'total'].map((key) => t(`monitor:sheet.${key}`)),
    ...challenges.map(({ title }) => title)
  ]
  for (const item of board.items) {
    const roster = rosters.get(item.participationId)
    const points = pointsOf(item)
    yield [
      item.rank,
      item.name,
      ...(divided ? [item.organization ?? ''] : []),
      roster?.captain.trim() || blank,
      joined(roster?.names),
      joined(roster?.stdNumbers),
      joined(roster?.phones),
      item.solvedCount,
      item.lastSubmissionTime === NEVER ? '' : stamp(new Date(item.lastSubmissionTime)),
      item.score,
      ...challenges.map(({ id }) => points.get(id) ?? 0)
    ]
  }
}

const pointsOf = ({ solvedChallenges }: BoardItem) =>
  new Map(solvedChallenges.map(({ id, score }) => [id, score]))

interface SubmissionRow {
  id: number
  at: Date
  ms: number
  status: string
  team: string
  user: string | null
  challenge: string
  answer: string
  email: string | null
}

const ROWS_AT_ONCE = 2000

/** All submissions of a game, newest first, read some at a time so that nothing is held meanwhile (behaviour.md 6.4). */
export async function* submissionRows(pool: Pool, gameId: number, t: SheetText): AsyncGenerator<Cell[]> {
  yield ['status', 'time', 'team', 'user', 'challenge', 'answer', 'email'].map((key) =>
    t(`monitor:sheet.${key}`)
  )
  let before: { ms: number; id: number } | null = null
  for (;;) {
    const rows: SubmissionRow[] = await submissionsBefore(pool, gameId, before)
    for (const { status, at, team, user, challenge, answer, email } of rows)
      yield [t(`monitor:status.${status}`), stamp(at), team, user ?? '', challenge, answer, email ?? '']
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    before = last
  }
}

/** Submitters whose accounts are gone have neither name nor address. */
async function submissionsBefore(
  pool: Pool,
  gameId: number,
  before: { ms: number; id: number } | null
): Promise<SubmissionRow[]> {
  const { rows } = await pool.query<SubmissionRow>(
    `SELECT s.id, s.submitted_at AS at, (extract(epoch FROM s.submitted_at) * 1000)::int8 AS ms, s.status, s.answer,
            t.name AS team, u.user_name AS "user", u.email, c.title AS challenge
     FROM (SELECT * FROM submissions s
           WHERE s.game_id = $1 ${before ? `AND (s.submitted_at, s.id) < (${instant('$3')}, $4)` : ''}
           ORDER BY s.submitted_at DESC, s.id DESC LIMIT $2) s
     JOIN challenges c ON c.id = s.challenge_id
     JOIN participations p ON p.id = s.participation_id
     JOIN teams t ON t.id = p.team_id
     LEFT JOIN users u ON u.id = s.user_id
     ORDER BY s.submitted_at DESC, s.id DESC`,
    [gameId, ROWS_AT_ONCE, ...(before ? [before.ms, before.id] : [])]
  )
  return rows
}
