import { z } from 'zod'
import { json, nullable, number, row, rows, type Sql, text, texts } from '~/server/db'
import type { SiteChallenge } from './contract'

const GAME = { summary: text, content: text, poster: nullable(text) }

/** Undefined for an unknown game. */
export const readGameTexts = (sql: Sql, gameId: number) =>
  row(sql, GAME, 'SELECT summary, content, poster_hash AS poster FROM games WHERE id = $1', [gameId])

/** True if flags from the game's time wait for their verdict; flags of practice change nothing. */
export async function isJudging(sql: Sql, gameId: number): Promise<boolean> {
  return (
    (await row(
      sql,
      {},
      `SELECT FROM unjudged u JOIN games g ON g.id = u.game_id
       WHERE u.game_id = $1 AND u.submitted_at < g.final_at LIMIT 1`,
      [gameId]
    )) !== undefined
  )
}

const siteFile = z.union([
  z.object({ hash: z.string(), name: z.string() }),
  z.object({ name: z.string().nullable(), url: z.string() })
])

const CHALLENGE = {
  id: number,
  content: text,
  hints: texts,
  author: text,
  level: nullable(text),
  tags: texts,
  priced: json(z.array(z.string())),
  files: json(z.array(siteFile))
}

/**
 * Texts of enabled challenges by id, in the order of ids. Of the hints with a price or a time those that all players may read
 * after the end (docs/rules/challenges.md#hints-with-a-cost). Files of single teams are none of everybody's.
 */
export async function listChallengeTexts(
  sql: Sql,
  gameId: number
): Promise<Map<number, Pick<SiteChallenge, 'content' | 'hints' | 'author' | 'level' | 'tags' | 'files'>>> {
  const found = await rows(
    sql,
    CHALLENGE,
    `SELECT c.id, c.content, c.hints, c.author, c.level, c.tags,
       (SELECT coalesce(json_agg(CASE WHEN a.hash IS NULL THEN json_build_object('name', a.name, 'url', a.remote_url)
           ELSE json_build_object('name', a.name, 'hash', a.hash) END ORDER BY a.place), '[]')
         FROM attachments a WHERE a.challenge_id = c.id AND a.flag_id IS NULL) AS files,
       coalesce((SELECT jsonb_agg(h->>'content' ORDER BY place)
         FROM jsonb_array_elements(c.priced_hints) WITH ORDINALITY p (h, place)
         WHERE (g.practice_mode OR (h->>'cost')::int = 0)
           AND (h->>'availableAt' IS NULL OR (h->>'availableAt')::timestamptz <= now())), '[]') AS priced
     FROM challenges c JOIN games g ON g.id = c.game_id
     WHERE c.game_id = $1 AND c.enabled ORDER BY c.id`,
    [gameId]
  )
  return new Map(found.map(({ id, hints, priced, ...one }) => [id, { ...one, hints: [...hints, ...priced] }]))
}

/** Contents that texts of the game and its enabled challenges show. */
export async function embeddedIn(sql: Sql, gameId: number): Promise<Set<string>> {
  const found = await rows(
    sql,
    { hash: text },
    `SELECT DISTINCT e.hash FROM embeds e LEFT JOIN challenges c ON c.id = e.challenge_id
     WHERE e.game_id = $1 OR c.game_id = $1 AND c.enabled ORDER BY 1`,
    [gameId]
  )
  return new Set(found.map(({ hash }) => hash))
}

/** Bytes of the contents together. */
export async function sumContentBytes(sql: Sql, hashes: readonly string[]): Promise<number> {
  const found = await row(
    sql,
    { size: number },
    'SELECT coalesce(sum(size), 0)::float8 AS size FROM blobs WHERE hash = ANY ($1)',
    [hashes]
  )
  return found!.size
}
