import { row, type Sql, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { TrashKind } from './contract'
import { trashedRowsSql } from './putting-back'

interface Obstacle {
  code: string
  find: string
}

const BEFORE: Record<TrashKind, readonly Obstacle[]> = {
  game: [
    {
      code: 'trash.event_taken',
      find: `SELECT g.title AS a, '' AS b FROM ${trashedRowsSql('games')} JOIN games g ON g.origin = x.origin`
    }
  ],
  challenge: [],
  team: [
    {
      code: 'trash.captain_gone',
      find: `SELECT x.name AS a, '' AS b FROM ${trashedRowsSql('teams')}
        WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = x.captain_id)`
    },
    {
      code: 'trash.captain_leads',
      find: `SELECT u.user_name AS a, t.name AS b FROM ${trashedRowsSql('teams')}
        JOIN teams t ON t.captain_id = x.captain_id JOIN users u ON u.id = x.captain_id`
    },
    {
      code: 'trash.member_plays',
      find: `SELECT u.user_name AS a, g.title AS b FROM ${trashedRowsSql('registrations')}
        JOIN registrations r ON (r.game_id, r.user_id) = (x.game_id, x.user_id)
        JOIN users u ON u.id = r.user_id JOIN games g ON g.id = r.game_id ORDER BY g.id`
    },
    {
      code: 'trash.flag_drawn',
      find: `SELECT c.title AS a, t.name AS b FROM ${trashedRowsSql('team_flags')}
        JOIN team_flags f ON f.challenge_id = x.challenge_id AND (f.flag = x.flag OR f.flag_id = x.flag_id)
        JOIN challenges c ON c.id = x.challenge_id
        JOIN participations p ON p.id = f.participation_id JOIN teams t ON t.id = p.team_id ORDER BY c.id`
    },
    {
      code: 'trash.flag_gone',
      find: `SELECT c.title AS a, '' AS b FROM ${trashedRowsSql('team_flags')} JOIN challenges c ON c.id = x.challenge_id
        WHERE x.flag_id IS NOT NULL AND NOT EXISTS (SELECT FROM flags f WHERE f.id = x.flag_id) ORDER BY c.id`
    }
  ],
  flag: [
    {
      code: 'trash.flag_exists',
      find: `SELECT c.title AS a, '' AS b FROM ${trashedRowsSql('flags')}
        JOIN flags f ON f.challenge_id = x.challenge_id AND f.flag = x.flag JOIN challenges c ON c.id = f.challenge_id`
    }
  ]
}

/** Two similar team names in a game, one of them restored (docs/rules/teams.md#team-names). */
const LOOK_ALIKES = `
  SELECT t.name AS a, g.title AS b
  FROM ${trashedRowsSql('participations')}
    JOIN participations p ON p.id = x.id JOIN teams t ON t.id = p.team_id JOIN games g ON g.id = p.game_id
  WHERE EXISTS (
    SELECT FROM teams o JOIN participations q ON q.team_id = o.id
    WHERE team_name_key(o.name) = team_name_key(t.name) AND o.id <> t.id AND q.game_id = p.game_id)
  ORDER BY g.id, t.id`

async function refuse(sql: Sql, entry: number, { code, find }: Obstacle): Promise<void> {
  const found = await row(sql, { a: text, b: text }, `${find} LIMIT 1`, [entry])
  if (found) throw new AppError(code, 409, { params: { name: found.a, other: found.b } })
}

/** Before anything is put back. @throws AppError 409 naming what is in the way, or has gone */
export async function refuseTaken(sql: Sql, entry: number, kind: TrashKind): Promise<void> {
  for (const obstacle of BEFORE[kind]) await refuse(sql, entry, obstacle)
}

/** After a team is put back, in the same transaction. @throws AppError 409 `trash.name_taken` */
export async function refuseLookAlikes(sql: Sql, entry: number): Promise<void> {
  await refuse(sql, entry, { code: 'trash.name_taken', find: LOOK_ALIKES })
}
