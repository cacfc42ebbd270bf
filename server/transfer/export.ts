import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Assets } from '~/server/assets'
import { listCategories } from '~/server/categories'
import { bool, type Database, json, nullable, row, rows, type Sql, text, texts, time } from '~/server/db'
import { notFound } from '~/server/platform/errors'
import { listArchivedTickets } from '~/server/tickets'
import { TICKET_LIMITS } from '~/server/tickets/constants'
import { GAME_FILE, GAME_FORMAT, GAME_VERSION, TRANSFER_LIMITS } from './contract'

const GAME = `
  SELECT json_build_object(
      'title', title, 'hidden', hidden, 'summary', summary, 'content', content,
      'acceptWithoutReview', accept_without_review, 'writeupRequired', writeup_required, 'inviteCode', invite_code,
      'organizations', divisions, 'teamMemberCountLimit', member_limit, 'divisionLimits', division_limits, 'solo', solo,
      'registrationFields', registration_fields, 'containerCountLimit', container_limit,
      'practiceMode', practice_mode, 'feedback', feedback, 'revealAfter', reveal_after, 'writeupNote', writeup_note, 'bloodBonus', blood_bonus,
      'certificateNote', certificate_note, 'certificateSignature', certificate_signature) AS game,
    start_at AS start, end_at AS end, writeup_deadline AS deadline, poster_hash AS poster
  FROM games WHERE id = $1`

const FILE = `CASE a.type WHEN 'Local' THEN json_build_object('type', a.type, 'hash', a.hash, 'name', a.name)
  ELSE json_build_object('type', a.type, 'url', a.remote_url, 'name', a.name) END`

const CHALLENGES = `
  SELECT json_build_object(
    'title', c.title, 'folder', c.source_id, 'category', c.category,
    'customCategory', (SELECT o.name FROM categories o WHERE o.id = c.category_id), 'type', c.type, 'content', c.content, 'solution', c.solution,
    'solutionPublic', c.solution_public, 'hints', c.hints,
    'pricedHints', c.priced_hints, 'connections', c.connections,
    'isEnabled', c.enabled, 'originalScore', c.original_score, 'minScoreRate', c.min_score_rate,
    'difficulty', c.difficulty, 'attemptLimit', c.attempt_limit, 'author', c.author, 'level', c.level, 'tags', c.tags,
    'requires', ARRAY(SELECT n.place FROM (
        SELECT id, (row_number() OVER (ORDER BY id) - 1)::int AS place FROM challenges WHERE game_id = $1) n
      WHERE n.id = ANY (c.requires) ORDER BY n.place), 'hideLocked', c.hide_locked, 'fileName', c.file_name, 'flagTemplate', c.flag_template,
    'decoy', c.decoy, 'checker', c.checker, 'scoring', c.scoring,
    'containerImage', c.container_image, 'memoryLimit', c.memory_limit, 'cpuCount', c.cpu_count,
    'storageLimit', c.storage_limit, 'containerExposePort', c.expose_port, 'enableTrafficCapture', c.traffic_capture,
    'containerCompose', c.container_compose, 'containerOptions', nullif(c.container_options, '{}'),
    'solver', c.solver,
    'attachment', (SELECT ${FILE} FROM attachments a WHERE a.challenge_id = c.id AND a.flag_id IS NULL AND a.place = 0),
    'files', (SELECT coalesce(json_agg(${FILE} ORDER BY a.place), '[]') FROM attachments a
      WHERE a.challenge_id = c.id AND a.flag_id IS NULL AND a.place > 0),
    'flags', coalesce((SELECT json_agg(json_build_object('flag', f.flag, 'decoy', f.decoy,
        'attachment', (SELECT ${FILE} FROM attachments a WHERE a.flag_id = f.id)) ORDER BY f.id)
      FROM flags f WHERE f.challenge_id = c.id), '[]')) AS challenge
  FROM challenges c WHERE c.game_id = $1 ORDER BY c.id`

const NOTICES = `
  SELECT "values"[1] AS content, published_at AS time FROM notices
  WHERE game_id = $1 AND type = 'Normal' AND change IS NULL ORDER BY published_at, id LIMIT 1000`

const POSTS = `
  SELECT id, title, summary, content, tags, pinned AS "isPinned", published_at AS time FROM posts
  ORDER BY published_at, id LIMIT 1000`

const ANSWERS = 'SELECT name, text FROM canned_answers WHERE game_id = $1 ORDER BY name LIMIT $2'

const EMBEDS = `
  SELECT DISTINCT hash FROM embeds e
  WHERE e.game_id = $1 OR coalesce(e.challenge_id, e.solution_id) IN (SELECT id FROM challenges WHERE game_id = $1) OR e.post_id = ANY ($2)
  ORDER BY hash`

const file = z.object({ type: z.string(), hash: z.string().optional() })
const attached = z.object({ attachment: file.nullable() })
const GAME_ROW = {
  game: json(z.looseObject({ title: z.string() })),
  start: time,
  end: time,
  deadline: time,
  poster: nullable(text)
}
const timed = z.object({ availableAt: z.string().nullish() })
const CHALLENGE = {
  challenge: json(
    attached.extend({ files: z.array(file), flags: z.array(attached), pricedHints: z.array(timed) })
  )
}
const NOTICE = { content: text, time }
const POST = { id: text, title: text, summary: text, content: text, tags: texts, isPinned: bool, time }

/** The content of `game.json`, and the hashes of its files. */
export type Exported = Awaited<ReturnType<typeof readGame>>

/** What an archive contains besides the game itself. */
export interface ExportOptions {
  posts: boolean
  tickets: boolean
}

/** Reads the game in the transaction of a caller that has checked the right. @throws AppError `game.not_found` 404 */
export async function readGame(sql: Sql, gameId: number, now: Date, besides: ExportOptions) {
  const found = await row(sql, GAME_ROW, GAME, [gameId])
  if (!found) throw notFound('game.not_found')
  const { game, start, end, deadline, poster } = found
  const categories = (await listCategories(sql, gameId)).map(({ id, challenges, ...one }) => one)
  const challenges = (await rows(sql, CHALLENGE, CHALLENGES, [gameId])).map(({ challenge }) => challenge)
  const notices = await rows(sql, NOTICE, NOTICES, [gameId])
  const posts = besides.posts ? await rows(sql, POST, POSTS) : []
  const answers = await rows(sql, { name: text, text }, ANSWERS, [gameId, TICKET_LIMITS.answers])
  const tickets = besides.tickets ? await listArchivedTickets(sql, gameId, TRANSFER_LIMITS.tickets) : []
  const mentioned = await rows(sql, { hash: text }, EMBEDS, [gameId, posts.map(({ id }) => id)])
  const embeds = mentioned.map(({ hash }) => hash)
  const attached = challenges.flatMap(({ attachment, files, flags }) => [
    attachment,
    ...files,
    ...flags.map((one) => one.attachment)
  ])
  const manifest = {
    format: GAME_FORMAT,
    version: GAME_VERSION,
    exportedAt: now,
    game: { ...game, start, end, writeupDeadline: deadline },
    poster,
    categories,
    challenges,
    notices,
    posts: posts.map(({ id, ...post }) => post),
    answers,
    tickets,
    embeds
  }
  const hashes = [...attached.map((file) => file?.hash), poster, ...embeds].filter(
    (one): one is string => !!one
  )
  return { manifest, hashes: [...new Set(hashes)].sort() }
}

/** The text of `game.json`. */
export const gameJson = ({ manifest }: Pick<Exported, 'manifest'>): string =>
  JSON.stringify(manifest, null, 1)

/** Reads a game in one snapshot. @throws AppError `game.not_found` 404 */
export function exportGame(
  db: Database,
  gameId: number,
  now: Date,
  besides: ExportOptions
): Promise<Exported> {
  return db.transaction(
    async (sql) => {
      await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      return readGame(sql, gameId, now, besides)
    },
    { long: true }
  )
}

/** The description first, then each file by its hash. */
export const zipGame = (assets: Pick<Assets, 'zip'>, now: Date, { manifest, hashes }: Exported): Readable =>
  assets.zip(
    [
      { path: GAME_FILE, make: () => gameJson({ manifest }) },
      ...hashes.map((hash) => ({ path: `files/${hash}`, hash }))
    ],
    now
  )
