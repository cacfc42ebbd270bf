import type { GameAction } from '~/server/access/constants'
import { type Actor, type Ctx, hasRole, mayIn } from '~/server/access/contract'
import { bool, type Database, nullable, number, type RowOf, rows, type Sql, text } from '~/server/db'
import { notFound } from '~/server/platform/errors'
import { isUnlockedSql } from '~/server/requirements'
import { OVER_SQL } from '~/server/solutions'
import type { FileRead } from './contract'
import type { Storage } from './storage'

/** Missing and forbidden files look the same. */
export interface Reading {
  /**
   * Opens a file; close it, or read it to the end. Avatars, posters, logos, pictures of posts and published pages, and what the platform's blocks and style
   * sheet show, are public; a
   * challenge's files are for its players, a flag's file for its team, a writeup for its team; those of published solutions
   * and writeups for everybody once the game is over; staff of a game read what is of it, monitors read all these,
   * administrators everything. @throws AppError `file.not_found` 404
   */
  read(ctx: Ctx, hash: string): Promise<FileRead>
}

/** Solutions and writeups of a game that is over; $2 is the caller, null a visitor. */
const OVER_AND_SEEN = `${OVER_SQL}
  AND (NOT g.hidden OR EXISTS (SELECT FROM registrations r WHERE r.game_id = g.id AND r.user_id = $2))`

const OF_ALL = `
  SELECT hash, size, type,
    EXISTS (SELECT FROM file_uses u WHERE u.hash = b.hash
      AND u.kind IN ('UserAvatar', 'TeamAvatar', 'Poster', 'Logo', 'Favicon', 'Post', 'Appearance'))
    OR EXISTS (SELECT FROM embeds e JOIN games g ON g.id = e.game_id WHERE e.hash = b.hash AND NOT g.hidden)
    OR EXISTS (SELECT FROM embeds e JOIN own_pages p ON p.id = e.own_page_id WHERE e.hash = b.hash AND p.published) AS public,
    EXISTS (SELECT FROM file_uses u WHERE u.hash = b.hash
      AND u.kind IN ('Attachment', 'FlagAttachment', 'Writeup', 'GameText', 'ChallengeText', 'SolutionText')) AS played,
    EXISTS (SELECT FROM writeups w WHERE w.hash = b.hash) AS writeup,
    EXISTS (SELECT FROM embeds e JOIN challenges c ON c.id = e.solution_id JOIN games g ON g.id = c.game_id
      WHERE e.hash = b.hash AND c.enabled AND c.solution_public AND ${OVER_AND_SEEN})
    OR EXISTS (SELECT FROM writeups w JOIN participations p ON p.id = w.participation_id JOIN games g ON g.id = p.game_id
      WHERE w.hash = b.hash AND p.status = 'Accepted' AND w.consent AND w.published AND ${OVER_AND_SEEN}) AS published
  FROM blobs b`

/** File `hash` belongs to a game of the user $2, and its owner is open to the team at $3, of which the user is a member now. */
const ofPlayer = (hash: string) => `
  SELECT FROM registrations r
    JOIN participations p ON p.id = r.participation_id
    JOIN games g ON g.id = p.game_id
    LEFT JOIN team_members m ON m.team_id = p.team_id AND m.user_id = r.user_id
  WHERE r.user_id = $2 AND (
    EXISTS (SELECT FROM embeds e WHERE e.hash = ${hash} AND e.game_id = g.id)
    OR m.user_id IS NOT NULL AND EXISTS (SELECT FROM writeups w WHERE w.hash = ${hash} AND w.participation_id = p.id)
    OR m.user_id IS NOT NULL AND p.status = 'Accepted' AND g.start_at <= $3 AND (
      EXISTS (SELECT FROM attachments a JOIN challenges c ON c.id = a.challenge_id
        WHERE a.hash = ${hash} AND c.game_id = g.id AND c.enabled AND ${isUnlockedSql('p.id')}
          AND (a.flag_id IS NULL AND c.type <> 'DynamicAttachment' OR EXISTS (
            SELECT FROM team_flags f WHERE f.flag_id = a.flag_id AND f.participation_id = p.id)))
      OR EXISTS (SELECT FROM embeds e JOIN challenges c ON c.id = e.challenge_id
        WHERE e.hash = ${hash} AND c.game_id = g.id AND c.enabled AND ${isUnlockedSql('p.id')})))
  LIMIT 1`

/** File `hash` belongs to a game of the reader's (`$2`), which may be hidden. */
const ofStaff = (hash: string) => `
  SELECT FROM games g WHERE g.id = ANY ($2::int[]) AND (
    EXISTS (SELECT FROM embeds e LEFT JOIN challenges c ON c.id = e.challenge_id
      WHERE e.hash = ${hash} AND g.id IN (e.game_id, c.game_id))
    OR EXISTS (SELECT FROM attachments a JOIN challenges c ON c.id = a.challenge_id
      WHERE a.hash = ${hash} AND c.game_id = g.id AND g.id = ANY ($3::int[]))
    OR EXISTS (SELECT FROM writeups w JOIN participations p ON p.id = w.participation_id
      WHERE w.hash = ${hash} AND p.game_id = g.id AND g.id = ANY ($4::int[])))
  LIMIT 1`

const STORED = {
  hash: text,
  size: number,
  type: nullable(text),
  public: bool,
  played: bool,
  writeup: bool,
  published: bool
}

/** Notes that a player downloads a file. */
export type NoteDownload = (download: { hash: string; userId: string; at: Date }) => void

const storedOf = (sql: Sql, ctx: Ctx, hashes: readonly string[]) =>
  rows(sql, STORED, {
    name: 'file_read',
    text: `${OF_ALL} WHERE hash = ANY ($1)`,
    values: [hashes, ctx.actor?.id ?? null]
  })

/** SQL that selects those of the files $1 that `rule` lets the reader read. */
const among = (rule: (hash: string) => string) =>
  `SELECT f.hash FROM unnest($1::text[]) AS f (hash) WHERE EXISTS (${rule('f.hash')})`

async function ofOwnGames(sql: Sql, actor: Actor, hashes: readonly string[]): Promise<string[]> {
  const games = Object.keys(actor.games ?? {}).map(Number)
  const where = (action: GameAction) => games.filter((id) => mayIn(actor, id, action))
  const values = [hashes, games, where('challenges'), where('writeups')]
  return (await rows(sql, { hash: text }, among(ofStaff), values)).map(({ hash }) => hash)
}

/** Returns which files may be read, with a few statements for any number of files. */
async function readableAmong(
  sql: Sql,
  { actor, now }: Ctx,
  files: readonly RowOf<typeof STORED>[]
): Promise<Set<string>> {
  const isUser = actor !== null && hasRole(actor.role, 'User')
  const byRole = (file: RowOf<typeof STORED>) =>
    file.public ||
    file.published ||
    (isUser && (hasRole(actor.role, 'Admin') || (file.played && hasRole(actor.role, 'Monitor'))))
  const readable = new Set(files.filter(byRole).map(({ hash }) => hash))
  if (!isUser) return readable
  const left = () => files.filter((file) => file.played && !readable.has(file.hash)).map(({ hash }) => hash)
  if (actor.games && left().length > 0)
    for (const hash of await ofOwnGames(sql, actor, left())) readable.add(hash)
  const others = left()
  if (others.length === 0) return readable
  const found = await rows(sql, { hash: text }, among(ofPlayer), [others, actor.id, now])
  for (const { hash } of found) readable.add(hash)
  return readable
}

/** Returns the existing files that the caller may read by the rules of `read`. */
export const readable = async (sql: Sql, ctx: Ctx, hashes: readonly string[]): Promise<Set<string>> =>
  hashes.length === 0 ? new Set() : readableAmong(sql, ctx, await storedOf(sql, ctx, hashes))

export function createReading(db: Database, storage: Storage, noteDownload: NoteDownload): Reading {
  return {
    async read(ctx, hash) {
      const [stored] = await storedOf(db.pool, ctx, [hash])
      if (!stored || !(await readableAmong(db.pool, ctx, [stored])).has(hash))
        throw notFound('file.not_found')
      const file = await storage.open(hash)
      if (!file) throw notFound('file.not_found')
      const { actor } = ctx
      const staff = actor !== null && hasRole(actor.role, 'Monitor')
      if (stored.played && actor && !staff) noteDownload({ hash, userId: actor.id, at: ctx.now })
      return {
        ...file,
        hash,
        size: stored.size,
        type: stored.type,
        public: stored.public,
        inline: stored.writeup && staff
      }
    }
  }
}
