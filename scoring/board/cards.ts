import type { ScoreEvent } from '~/server/ledger'
import type { Database } from '~/server/platform/db'
import type { Cards, ChallengeCard, TeamCard } from '../rules'
import type { Clock } from './pack'

interface Wanted {
  participations: number[]
  challenges: number[]
  users: string[]
}

interface Row {
  kind: 'team' | 'challenge' | 'user'
  /** Participation, challenge or user. */
  key: string
  team: number | null
  name: string
  /** Bio of a team, category of a challenge. */
  more: string | null
  avatar: string | null
}

/** Named rows of the three tables, either all that a game's board can show or only those asked for. */
const text = (teams: string, challenges: string, users: string): string => `
  SELECT 'team' AS kind, p.id::text AS key, t.id AS team, t.name, t.bio AS more, t.avatar_hash AS avatar
  FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1 AND ${teams}
  UNION ALL
  SELECT 'challenge', c.id::text, NULL, c.title, c.category, NULL FROM challenges c WHERE c.game_id = $1 AND ${challenges}
  UNION ALL
  SELECT 'user', u.id::text, NULL, u.user_name, NULL, NULL FROM users u WHERE ${users}`

const ALL = text('true', 'true', 'u.id = ANY($2::uuid[])')
const SOME = text('p.id = ANY($2::int[])', 'c.id = ANY($3::int[])', 'u.id = ANY($4::uuid[])')

/** The names a game's board shows, read from the tables; entries of the ledger hold ids only. */
export class GameCards implements Cards {
  teams = new Map<number, TeamCard>()
  challenges = new Map<number, ChallengeCard>()
  /** When the game starts and ends. */
  clock: Clock = { start: 0, end: 1 }
  #users = new Map<string, string | null>()

  constructor(
    private readonly db: Database,
    private readonly gameId: number
  ) {}

  userName = (solver: string | null): string | null => (solver && this.#users.get(solver)) ?? null

  /** Reads teams and challenges, and again whatever users are known. @returns false when there is no such game */
  async load(): Promise<boolean> {
    const game = await this.db.pool.query<{ start: Date; end: Date }>(
      'SELECT start_at AS start, end_at AS "end" FROM games WHERE id = $1',
      [this.gameId]
    )
    if (!game.rows[0]) return false
    this.clock = { start: game.rows[0].start.getTime(), end: game.rows[0].end.getTime() }
    const { rows } = await this.db.pool.query<Row>(ALL, [this.gameId, [...this.#users.keys()]])
    this.teams = new Map()
    this.challenges = new Map()
    for (const user of this.#users.keys()) this.#users.set(user, null)
    this.#keep(rows)
    return true
  }

  /** Reads what these entries will show and memory does not hold; arrivals are read in any case. */
  async ensure(events: readonly ScoreEvent[]): Promise<void> {
    const wanted = this.#wanted(events)
    if (!wanted.participations.length && !wanted.challenges.length && !wanted.users.length) return
    const { rows } = await this.db.pool.query<Row>({
      name: 'board_cards',
      text: SOME,
      values: [this.gameId, wanted.participations, wanted.challenges, wanted.users]
    })
    // Deleted accounts stay unknown; that too is knowledge.
    for (const user of wanted.users) this.#users.set(user, null)
    this.#keep(rows)
  }

  #wanted(events: readonly ScoreEvent[]): Wanted {
    const participations = new Set<number>()
    const challenges = new Set<number>()
    const users = new Set<string>()
    for (const event of events) {
      if (event.kind === 'admit' || event.kind === 'restore') participations.add(event.participationId)
      else if (event.kind === 'open') challenges.add(event.challengeId)
      else if (event.kind === 'solve') {
        if (!this.teams.has(event.participationId)) participations.add(event.participationId)
        if (event.userId && !this.#users.has(event.userId)) users.add(event.userId)
      }
    }
    return { participations: [...participations], challenges: [...challenges], users: [...users] }
  }

  #keep(rows: Row[]): void {
    for (const { kind, key, team, name, more, avatar } of rows) {
      if (kind === 'user') this.#users.set(key, name)
      else if (kind === 'challenge') this.challenges.set(Number(key), { title: name, category: more ?? '' })
      else
        this.teams.set(Number(key), {
          id: team as number,
          name,
          bio: more,
          avatar: avatar && `/assets/${avatar}/avatar`
        })
    }
  }
}
