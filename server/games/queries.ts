import {
  bool,
  json,
  nullable,
  number,
  type Pool,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  texts,
  time,
  uuid
} from '~/server/db'
import { wireTime } from '~/server/platform/time'
import { registrationFields } from '~/server/registration-fields/contract'
import type { GamePause } from './constants'
import {
  type CatalogueQuery,
  divisionEnds,
  divisionLimits,
  type GameCard,
  type GameFacts,
  type GameFigures,
  type GameRemoval,
  type GameView
} from './contract'

/** What the page of a game shows to everybody. */
export type PublicGame = Omit<
  GameView,
  'ends' | 'over' | 'status' | 'member' | 'organization' | 'teamName' | 'decisions' | 'unread' | 'unanswered'
>

const POSTER = `'/assets/' || g.poster_hash || '/poster'`
const TEAM_COUNT = '(SELECT count(*)::int FROM participations p WHERE p.game_id = g.id)'

const PAUSE = { pausedAt: nullable(time), pausedUntil: nullable(time), pauseReason: text }
const PAUSE_COLUMNS = `g.paused_at AS "pausedAt", g.paused_until AS "pausedUntil", g.pause_reason AS "pauseReason"`

/** Both times or neither. */
export const pauseOf = ({ pausedAt, pausedUntil, pauseReason }: RowOf<typeof PAUSE>): GamePause | null =>
  pausedAt && pausedUntil
    ? { since: wireTime(pausedAt), until: wireTime(pausedUntil), reason: pauseReason }
    : null

const CARD_ROW = {
  id: number,
  title: text,
  summary: text,
  poster: nullable(text),
  limit: number,
  start: time,
  end: time,
  practiceMode: bool,
  teamCount: number,
  ...PAUSE
}

const CARD = `g.id, g.title, g.summary, ${POSTER} AS poster, g.member_limit AS "limit", g.start_at AS start,
  g.announced_end_at AS "end", g.practice_mode AS "practiceMode", ${TEAM_COUNT} AS "teamCount", ${PAUSE_COLUMNS}`

function card<T extends RowOf<typeof CARD_ROW>>(found: T) {
  const { start, end, pausedAt, pausedUntil, pauseReason, ...rest } = found
  const pause = pauseOf({ pausedAt, pausedUntil, pauseReason })
  return { ...rest, start: wireTime(start), end: wireTime(end), pause }
}

/** Without hidden games, latest start first. */
export async function listNewestGames(pool: Pool, count: number): Promise<GameCard[]> {
  const cards = await rows(
    pool,
    CARD_ROW,
    `SELECT ${CARD} FROM games g WHERE NOT g.hidden ORDER BY g.start_at DESC, g.id DESC LIMIT $1`,
    [count]
  )
  return cards.map(card)
}

/** Without hidden games: unfinished ones by their end, then some ended ones, newest first. */
export async function listHomeGames(
  pool: Pool,
  now: Date,
  most: { ahead: number; ended: number }
): Promise<GameCard[]> {
  const [ahead, ended] = await Promise.all([
    rows(
      pool,
      CARD_ROW,
      `SELECT ${CARD} FROM games g WHERE NOT g.hidden AND g.announced_end_at > $1 ORDER BY g.announced_end_at, g.id LIMIT $2`,
      [now, most.ahead]
    ),
    rows(
      pool,
      CARD_ROW,
      `SELECT ${CARD} FROM games g WHERE NOT g.hidden AND g.announced_end_at <= $1 ORDER BY g.announced_end_at DESC, g.id DESC LIMIT $2`,
      [now, most.ended]
    )
  ])
  return [...ahead, ...ended].map(card)
}

const IN_STATE = {
  upcoming: '$1 < g.start_at',
  running: '$1 >= g.start_at AND $1 < g.announced_end_at',
  ended: '$1 >= g.announced_end_at'
}

const OF_SIZE = { individual: 'g.member_limit = 1', limited: 'g.member_limit > 1', any: 'g.member_limit = 0' }

/** Without hidden games: unfinished ones by their end, then ended ones, newest first. */
export async function listCatalogue(
  pool: Pool,
  now: Date,
  { state, size, count, skip }: CatalogueQuery
): Promise<{ data: GameCard[]; total: number }> {
  const fits = ['NOT g.hidden', state && IN_STATE[state], size && OF_SIZE[size]].filter(Boolean).join(' AND ')
  const [page, all] = await Promise.all([
    rows(
      pool,
      CARD_ROW,
      `SELECT ${CARD} FROM games g WHERE ${fits}
       ORDER BY g.announced_end_at <= $1, CASE WHEN g.announced_end_at > $1 THEN g.announced_end_at END, g.announced_end_at DESC, g.id DESC
       LIMIT $2 OFFSET $3`,
      [now, count, skip]
    ),
    row(
      pool,
      { total: number },
      `SELECT count(*)::int AS total FROM games g WHERE ${fits}`,
      state ? [now] : []
    )
  ])
  return { data: page.map(card), total: all!.total }
}

const FACTS = {
  id: number,
  title: text,
  hidden: bool,
  rehearsal: nullable(uuid),
  start: time,
  end: time,
  regularEnd: time,
  divisionEnds: json(divisionEnds),
  practiceMode: bool,
  feedback: bool,
  inviteCode: nullable(text),
  divisions: texts,
  memberLimit: number,
  divisionLimits: json(divisionLimits),
  solo: bool,
  registrationFields: json(registrationFields),
  containerLimit: number,
  acceptWithoutReview: bool,
  writeupRequired: bool,
  writeupDeadline: time,
  bloodBonus: number,
  certificateNote: text,
  certificateSignature: text,
  publicKey: text,
  freeze: nullable(time),
  pausedUntil: nullable(time)
}

/** Null for an unknown game. Hidden games and rehearsals are found too. `freeze`: null once revealed. */
export async function findGameFacts(pool: Pool, id: number): Promise<GameFacts | null> {
  const facts = await row(
    pool,
    FACTS,
    `SELECT id, title, hidden, rehearsal, start_at AS start, final_at AS "end", end_at AS "regularEnd",
       division_ends AS "divisionEnds", practice_mode AS "practiceMode", feedback, invite_code AS "inviteCode", divisions,
       member_limit AS "memberLimit", division_limits AS "divisionLimits", solo,
       registration_fields AS "registrationFields", container_limit AS "containerLimit",
       accept_without_review AS "acceptWithoutReview", writeup_required AS "writeupRequired",
       writeup_deadline AS "writeupDeadline", blood_bonus AS "bloodBonus",
       certificate_note AS "certificateNote", certificate_signature AS "certificateSignature", public_key AS "publicKey",
       CASE WHEN revealed_at IS NULL THEN freeze_at END AS freeze, paused_until AS "pausedUntil"
     FROM games WHERE id = $1`,
    [id]
  )
  return facts ?? null
}

const PUBLIC_GAME = {
  ...CARD_ROW,
  content: text,
  hidden: bool,
  organizations: texts,
  divisionLimits: json(divisionLimits),
  solo: bool,
  registrationFields: json(registrationFields),
  inviteCodeRequired: bool,
  writeupRequired: bool,
  acceptWithoutReview: bool,
  publicKey: text,
  freeze: nullable(time),
  writeupsUntil: nullable(time),
  corrections: number
}

/** Null for an unknown game; `hidden` is told, not checked. */
export async function findPublicGame(pool: Pool, id: number): Promise<PublicGame | null> {
  const game = await row(
    pool,
    PUBLIC_GAME,
    `SELECT g.id, g.title, g.summary, g.content, g.hidden, g.divisions AS organizations,
       g.division_limits AS "divisionLimits", g.solo, g.registration_fields AS "registrationFields",
       g.invite_code IS NOT NULL AS "inviteCodeRequired", g.writeup_required AS "writeupRequired",
       ${POSTER} AS poster, g.member_limit AS "limit", ${TEAM_COUNT} AS "teamCount",
       g.practice_mode AS "practiceMode", g.start_at AS start, g.announced_end_at AS "end",
       g.accept_without_review AS "acceptWithoutReview", g.public_key AS "publicKey",
       CASE WHEN g.revealed_at IS NULL THEN g.freeze_at END AS freeze,
       CASE WHEN g.writeup_required THEN g.writeup_deadline END AS "writeupsUntil",
       ${PAUSE_COLUMNS},
       (SELECT count(*)::int FROM corrections c WHERE c.game_id = g.id AND g.corrections_public
          AND (g.freeze_at IS NULL OR g.revealed_at IS NOT NULL OR c.at < g.freeze_at)) AS corrections
     FROM games g WHERE g.id = $1`,
    [id]
  )
  if (!game) return null
  const { freeze, writeupsUntil } = game
  return {
    ...card(game),
    freeze: freeze && wireTime(freeze),
    writeupsUntil: writeupsUntil && wireTime(writeupsUntil)
  }
}

const FIGURES = { gameId: number, end: time, teams: number, pending: number, challenges: number }

/** Of the games that exist, in no order. `teams`: all participations, `pending` those that wait for review. */
export function listGameFigures(pool: Pool, ids: number[]): Promise<GameFigures[]> {
  return rows(
    pool,
    FIGURES,
    `SELECT g.id AS "gameId", g.final_at AS "end", coalesce(p.teams, 0) AS teams, coalesce(p.pending, 0) AS pending,
       (SELECT count(*)::int FROM challenges c WHERE c.game_id = g.id) AS challenges
     FROM games g LEFT JOIN LATERAL (
       SELECT count(*)::int AS teams, count(*) FILTER (WHERE status = 'Pending')::int AS pending
       FROM participations WHERE game_id = g.id) p ON true
     WHERE g.id = ANY($1::int[])`,
    [ids]
  )
}

const REMOVAL = { teams: number, challenges: number, solves: number, notices: number, submissions: number }

/** Null for an unknown game. */
export async function countGameRemoval(sql: Sql, id: number): Promise<GameRemoval | null> {
  const count = (table: string, name = table) =>
    `(SELECT count(*)::int FROM ${table} WHERE game_id = g.id) AS ${name}`
  const removal = await row(
    sql,
    REMOVAL,
    `SELECT ${count('participations', 'teams')}, ${count('challenges')}, ${count('solves')}, ${count('notices')},
       (SELECT coalesce(sum(n), 0)::int FROM submission_counts WHERE game_id = g.id)
         + (SELECT count(*)::int FROM unjudged WHERE game_id = g.id) AS submissions
     FROM games g WHERE g.id = $1`,
    [id]
  )
  return removal ?? null
}
