import { BLOCKED_SQL } from '~/server/blocks'
import { OWN_CATEGORY, OWN_CATEGORY_SQL } from '~/server/categories'
import { LEVELS, labelled } from '~/server/challenges/constants'
import {
  bool,
  nullable,
  number,
  numbers,
  oneOf,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  texts,
  time
} from '~/server/db'
import { REVISION, REVISION_COLUMNS, type Revision, type ScoreEvent } from '~/server/ledger'
import type { Cards, ChallengeCard, TeamCard } from '../rules'

interface Wanted {
  participations: number[]
  challenges: number[]
  users: string[]
}

const CARD = {
  kind: oneOf(['team', 'challenge', 'user']),
  /** Id of the participation, challenge or user. */
  key: text,
  team: nullable(number),
  name: text,
  /** Bio of a team, category of a challenge. */
  more: nullable(text),
  avatar: nullable(text),
  country: nullable(text),
  level: nullable(oneOf(LEVELS)),
  tags: nullable(texts),
  requires: nullable(numbers),
  hideLocked: nullable(bool),
  blocked: nullable(bool),
  own: OWN_CATEGORY
}
type Card = RowOf<typeof CARD>

const GAME = { start: time, freeze: nullable(time), reasons: bool, ...REVISION }
const GAME_FACTS = `
  SELECT start_at AS start, CASE WHEN revealed_at IS NULL THEN freeze_at END AS freeze, corrections_public AS reasons,
    ${REVISION_COLUMNS}
  FROM games LEFT JOIN board_revisions v ON v.game_id = id WHERE id = $1`

const cardsWhere = (teams: string, challenges: string, users: string): string => `
  SELECT 'team' AS kind, p.id::text AS key, t.id AS team, t.name, t.bio AS more, t.avatar_hash AS avatar, t.country,
    NULL::text AS level, NULL::text[] AS tags, NULL::int[] AS requires, NULL::boolean AS "hideLocked",
    NULL::boolean AS blocked, NULL::json AS own
  FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1 AND ${teams}
  UNION ALL
  SELECT 'challenge', c.id::text, NULL, c.title, c.category, NULL, NULL, c.level, c.tags, c.requires, c.hide_locked, ${BLOCKED_SQL},
    ${OWN_CATEGORY_SQL}
  FROM challenges c WHERE c.game_id = $1 AND ${challenges}
  UNION ALL
  SELECT 'user', u.id::text, NULL, u.user_name, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM users u WHERE ${users}`

const ALL = cardsWhere('true', 'true', 'u.id = ANY($2::uuid[])')
const SOME = cardsWhere('p.id = ANY($2::int[])', 'c.id = ANY($3::int[])', 'u.id = ANY($4::uuid[])')

/** The names that a game's board shows. They come from the tables, since ledger entries hold ids only. */
export class GameCards implements Cards {
  teams = new Map<number, TeamCard>()
  challenges = new Map<number, ChallengeCard>()
  start = 0
  /** Unix milliseconds, like `start`; null without a freeze, and after the reveal. */
  freeze: number | null = null
  /** Corrections are public, and so are the reasons of awards. */
  reasons = false
  /** The revision from before the names were read. */
  revision: Revision = { rebuilds: 0, refreshes: 0 }
  #users = new Map<string, string | null>()

  constructor(
    private readonly db: { readonly pool: Sql },
    private readonly gameId: number
  ) {}

  userName = (solver: string | null): string | null => (solver && this.#users.get(solver)) ?? null

  /** @returns false when the game does not exist */
  async load(): Promise<boolean> {
    const { pool } = this.db
    const game = await row(pool, GAME, GAME_FACTS, [this.gameId])
    if (!game) return false
    const { start, freeze, reasons, ...revision } = game
    this.start = start.getTime()
    this.freeze = freeze?.getTime() ?? null
    this.reasons = reasons
    this.revision = revision
    const cards = await rows(pool, CARD, ALL, [this.gameId, [...this.#users.keys()]])
    this.teams = new Map()
    this.challenges = new Map()
    for (const user of this.#users.keys()) this.#users.set(user, null)
    this.#keep(cards)
    return true
  }

  async ensure(events: readonly ScoreEvent[]): Promise<void> {
    const wanted = this.#wanted(events)
    if (!wanted.participations.length && !wanted.challenges.length && !wanted.users.length) return
    const cards = await rows(this.db.pool, CARD, {
      name: 'board_cards',
      text: SOME,
      values: [this.gameId, wanted.participations, wanted.challenges, wanted.users]
    })
    // Deleted accounts stay null, so that they are not read again.
    for (const user of wanted.users) this.#users.set(user, null)
    this.#keep(cards)
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

  #keep(cards: Card[]): void {
    for (const { kind, key, team, name, more, avatar, country, level, ...card } of cards) {
      if (kind === 'user') this.#users.set(key, name)
      else if (kind === 'challenge')
        this.challenges.set(Number(key), {
          title: name,
          category: more ?? '',
          ...(card.own && { customCategory: card.own }),
          ...labelled({
            level,
            tags: card.tags ?? [],
            requires: card.requires ?? [],
            hideLocked: card.hideLocked ?? false,
            blocked: card.blocked ?? false
          })
        })
      else
        this.teams.set(Number(key), {
          id: team as number,
          name,
          bio: more,
          avatar: avatar && `/assets/${avatar}/avatar`,
          country
        })
    }
  }
}

/** The names of a game's board as they are now; empty when the game does not exist. */
export async function boardCards(db: { readonly pool: Sql }, gameId: number): Promise<Cards> {
  const cards = new GameCards(db, gameId)
  await cards.load()
  return cards
}
