import { z } from 'zod'
import type { Change } from '~/server/change'
import { bool, json, nullable, number, type Pool, type RowOf, row, rows, text, time } from '~/server/db'
import { endSql } from '~/server/games/contract'
import { plain } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import { HAS_PAGE_SQL } from '~/server/players'
import { FROZEN_SQL, SOLVES_AS_TOLD_SQL } from '~/server/public-board'
import {
  type AdminTeamPage,
  type AdminTeamView,
  type ShownFields,
  TEAM_LIMITS,
  type TeamDetails,
  type TeamView,
  teamMemberView
} from './contract'
import { effectiveLock, shownLockSql } from './lock'

/** Columns of what a team shows of itself. */
export const SHOWN = { affiliation: nullable(text), website: nullable(text), country: nullable(text) }

const TEAM = {
  ...SHOWN,
  id: number,
  name: text,
  bio: nullable(text),
  avatar: nullable(text),
  locked: bool,
  members: nullable(json(z.array(teamMemberView)))
}

const columns = (
  lock: string
) => `t.id, t.name, t.bio, '/assets/' || t.avatar_hash || '/avatar' AS avatar, t.affiliation, t.website, t.country,
    ${lock} AS locked,
    (SELECT json_agg(json_build_object('id', u.id, 'userName', u.user_name, 'bio', u.bio,
              'avatar', '/assets/' || u.avatar_hash || '/avatar', 'captain', u.id = t.captain_id)
            ORDER BY u.id = t.captain_id DESC, m.joined_at, u.id)
     FROM (SELECT o.user_id, o.joined_at FROM team_members o WHERE o.team_id = t.id
           ORDER BY o.user_id = t.captain_id DESC, o.joined_at, o.user_id LIMIT ${TEAM_LIMITS.membersListed}) m
     JOIN users u ON u.id = m.user_id) AS members`
const OWN_VIEW = `SELECT ${columns(effectiveLock('t', '$1'))} FROM teams t`
/** $3: the reader. */
const VIEW = `SELECT ${columns(`CASE WHEN EXISTS (SELECT FROM team_members o WHERE o.team_id = t.id AND o.user_id = $3)
  THEN ${effectiveLock('t', '$1')} ELSE ${shownLockSql('t', '$1')} END`)} FROM teams t`
const GAMES = '(SELECT count(*)::int FROM participations p WHERE p.team_id = t.id)'

/** `reader`: an account, null for a visitor; only members see a lock that extra time makes. */
export async function findTeam(
  pool: Pool,
  now: Date,
  id: number,
  reader: string | null
): Promise<TeamView | null> {
  const team = await row(pool, TEAM, `${VIEW} WHERE t.id = $2 AND t.rehearsal IS NULL`, [now, id, reader])
  return team ? { ...team, members: team.members ?? [] } : null
}

/** All null for an unknown team. */
export async function readShownFields(pool: Pool, id: number): Promise<ShownFields> {
  const found = await row(pool, SHOWN, 'SELECT affiliation, website, country FROM teams WHERE id = $1', [id])
  return found ?? { affiliation: null, website: null, country: null }
}

/** In the order in which the user joined. */
export async function listOwnTeams(pool: Pool, now: Date, userId: string): Promise<TeamView[]> {
  const teams = await rows(
    pool,
    TEAM,
    `${OWN_VIEW} JOIN team_members own ON own.team_id = t.id AND own.user_id = $2 ORDER BY own.joined_at, t.id
     LIMIT ${TEAM_LIMITS.ownListed}`,
    [now, userId]
  )
  return teams.map((team) => ({ ...team, members: team.members ?? [] }))
}

const DETAILS = {
  teamId: number,
  createdAt: time,
  adminLocked: bool,
  version: number,
  games: number,
  lockedBy: nullable(
    json(z.array(z.object({ id: z.int(), title: z.string(), end: z.int(), own: z.boolean() })))
  ),
  solves: nullable(json(z.record(z.string(), z.int()))),
  pages: nullable(json(z.array(z.string()))),
  listing: nullable(text)
}

/** Solves of participation `p` in game `g`, without what a freeze hides. */
const SHOWN_SOLVES = `
  SELECT v.user_id FROM solves v WHERE v.participation_id = p.id AND NOT ${FROZEN_SQL}
  UNION ALL
  SELECT e.user_id FROM ${SOLVES_AS_TOLD_SQL} WHERE a.participation_id = p.id AND ${FROZEN_SQL} AND e.at < g.freeze_at`

/**
 * What a member sees of each of the own teams, in the order of `listOwnTeams`. `lockedBy`: running and coming games
 * that lock it.
 */
export async function listTeamDetails(pool: Pool, now: Date, userId: string): Promise<TeamDetails[]> {
  const details = await rows(
    pool,
    DETAILS,
    `SELECT t.id AS "teamId", t.created_at AS "createdAt", t.admin_locked AS "adminLocked", t.version, ${GAMES} AS games,
       (SELECT json_agg(json_build_object('id', g.id, 'title', g.title,
                 'end', (extract(epoch FROM ${endSql('g', 'p')}) * 1000)::int8,
                 'own', EXISTS (SELECT 1 FROM registrations r WHERE r.participation_id = p.id AND r.user_id = $2))
          ORDER BY ${endSql('g', 'p')}, g.id)
        FROM participations p JOIN games g ON g.id = p.game_id
        WHERE p.team_id = t.id AND p.status IN ('Accepted', 'Suspended') AND ${endSql('g', 'p')} > $1) AS "lockedBy",
       (SELECT json_object_agg(own.user_id, own.solves) FROM (
          SELECT s.user_id, count(*) AS solves
          FROM participations p JOIN games g ON g.id = p.game_id CROSS JOIN LATERAL (${SHOWN_SOLVES}) s
          WHERE p.team_id = t.id AND s.user_id IS NOT NULL GROUP BY s.user_id) own) AS solves,
       (SELECT json_agg(u.id) FROM team_members o JOIN users u ON u.id = o.user_id
        WHERE o.team_id = t.id AND u.page_visibility <> 'Nobody' AND ${HAS_PAGE_SQL}) AS pages,
       (SELECT l.text FROM team_listings l WHERE l.team_id = t.id) AS listing
     FROM teams t JOIN team_members m ON m.team_id = t.id AND m.user_id = $2
     ORDER BY m.joined_at, t.id LIMIT ${TEAM_LIMITS.ownListed}`,
    [now, userId]
  )
  return details.map(({ createdAt, lockedBy, solves, pages, ...row }) => ({
    ...row,
    createdAt: wireTime(createdAt),
    lockedBy: (lockedBy ?? []).map((game) => ({ ...game, end: wireTime(new Date(game.end)) })),
    solves: solves ?? {},
    pages: pages ?? []
  }))
}

const ADMIN_TEAM = { ...TEAM, adminLocked: bool, version: number, createdAt: time, games: number }

const adminColumns = (now: string) =>
  `${columns(effectiveLock('t', now))}, t.admin_locked AS "adminLocked", t.version, t.created_at AS "createdAt", ${GAMES} AS games`

const adminView = (row: RowOf<typeof ADMIN_TEAM>): AdminTeamView => ({
  ...row,
  members: row.members ?? [],
  createdAt: wireTime(row.createdAt)
})

/** Null when there is none, or one of a rehearsal. */
export async function findAdminTeam(pool: Pool, now: Date, id: number): Promise<AdminTeamView | null> {
  const text = `SELECT ${adminColumns('$1')} FROM teams t WHERE t.id = $2 AND t.rehearsal IS NULL`
  const team = await row(pool, ADMIN_TEAM, text, [now, id])
  return team ? adminView(team) : null
}

/** `hint`: a part of the name, or the exact id. Teams of rehearsals are left out. */
export async function listAdminTeams(
  pool: Pool,
  now: Date,
  { count, skip, hint = '' }: { count: number; skip: number; hint?: string }
): Promise<AdminTeamPage> {
  const FITS = `t.rehearsal IS NULL AND ($1 = '' OR strpos(${plain('t.name')}, ${plain('$1')}) > 0 OR t.id::text = $1)`
  const [page, all] = await Promise.all([
    rows(
      pool,
      ADMIN_TEAM,
      `SELECT ${adminColumns('$2')} FROM (SELECT * FROM teams t WHERE ${FITS} ORDER BY t.id LIMIT $3 OFFSET $4) t
       ORDER BY t.id`,
      [hint, now, count, skip]
    ),
    row(pool, { total: number }, `SELECT count(*)::int AS total FROM teams t WHERE ${FITS}`, [hint])
  ])
  const data = page.map(adminView)
  return { data, length: data.length, total: all!.total }
}

/** Notifies scoring of the games whose board shows the team or may show it again: its name, avatar, bio or country changed. */
export async function refreshBoards(tx: Change, teamId: number): Promise<void> {
  const games = await rows(
    tx,
    { gameId: number },
    `SELECT game_id AS "gameId" FROM participations WHERE team_id = $1 AND status IN ('Accepted', 'Suspended')`,
    [teamId]
  )
  for (const { gameId } of games) tx.notifyScoring(gameId, 'refresh')
}
