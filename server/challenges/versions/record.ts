import { callerUserId } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { json, number, row } from '~/server/db'
import { containerOptions } from '../contract'
import { KEPT_VERSIONS, VERSION_FIELDS, type VersionContent, versionContent } from './contract'

const FLAG_TEXTS = 100

const VERSIONED = `jsonb_build_object('name', a.name, 'url', a.remote_url, 'hash', a.hash)`

const SNAPSHOT = `
  SELECT jsonb_build_object(
    'title', c.title, 'content', c.content, 'solution', c.solution,
    'solutionPublic', c.solution_public, 'category', c.category,
    'customCategory', (SELECT jsonb_build_object('id', o.id, 'name', o.name) FROM categories o WHERE o.id = c.category_id),
    'hints', to_jsonb(c.hints),
    'pricedHints', c.priced_hints, 'connections', c.connections,
    'isEnabled', c.enabled,
    'releaseAt', to_char(c.release_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'closesAt', to_char(c.closes_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'originalScore', c.original_score, 'minScoreRate', c.min_score_rate, 'difficulty', c.difficulty,
    'checker', c.checker, 'scoring', c.scoring, 'attemptLimit', c.attempt_limit, 'author', c.author, 'level', c.level, 'tags', to_jsonb(c.tags),
    'requires', to_jsonb(c.requires), 'hideLocked', c.hide_locked,
    'fileName', c.file_name, 'flagTemplate', c.flag_template, 'decoy', c.decoy, 'containerImage', c.container_image,
    'containerCompose', c.container_compose, 'memoryLimit', c.memory_limit, 'cpuCount', c.cpu_count,
    'storageLimit', c.storage_limit, 'containerExposePort', c.expose_port,
    'enableTrafficCapture', c.traffic_capture, 'containerOptions', c.container_options, 'solver', c.solver,
    'attachment', (
      SELECT ${VERSIONED} FROM attachments a WHERE a.challenge_id = c.id AND a.flag_id IS NULL AND a.place = 0),
    'files', (
      SELECT coalesce(jsonb_agg(${VERSIONED} ORDER BY a.place), '[]')
      FROM attachments a WHERE a.challenge_id = c.id AND a.flag_id IS NULL AND a.place > 0),
    'flags', (
      SELECT jsonb_build_object('count', count(*),
        'digest', encode(sha256(convert_to(coalesce(string_agg(flag, E'\\n' ORDER BY id), ''), 'UTF8')), 'hex'),
        'texts', coalesce(jsonb_agg(flag ORDER BY id) FILTER (WHERE place <= ${FLAG_TEXTS}), '[]'))
      FROM (SELECT id, flag, row_number() OVER (ORDER BY id) AS place FROM flags WHERE challenge_id = c.id) f)
  ) AS content FROM challenges c WHERE c.id = $1`

const CONTENT = { content: json(versionContent) }

async function snapshot(tx: Change, id: number): Promise<VersionContent | null> {
  const found = await row(tx, CONTENT, SNAPSHOT, [id])
  if (!found) return null
  const { content } = found
  // Fills in defaults of members that an older version did not store, so that they are no difference.
  return { ...content, containerOptions: containerOptions.parse(content.containerOptions) }
}

const differs = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)

const INSERT = `
  INSERT INTO challenge_versions (challenge_id, number, at, actor_id, fields, content)
  VALUES ($1, $2, $3, $4, $5, $6)`

/** Keeps the result as a version (docs/rules/challenges.md#history). Needs the ledger's lock, which orders versions. */
export async function withVersion<T>(tx: Change, id: number, work: () => Promise<T>): Promise<T> {
  const before = await snapshot(tx, id)
  const result = await work()
  const after = before && (await snapshot(tx, id))
  if (!before || !after) return result
  const changed = VERSION_FIELDS.filter((field) => differs(before[field], after[field]))
  if (changed.length === 0) return result
  const last = await row(
    tx,
    { n: number },
    'SELECT coalesce(max(number), 0)::int AS n FROM challenge_versions WHERE challenge_id = $1',
    [id]
  )
  let next = last!.n + 1
  if (next === 1) {
    const made = 'SELECT $1, 1, created_at, NULL, $2::text[], $3::jsonb FROM challenges WHERE id = $1'
    await tx.query(
      `INSERT INTO challenge_versions (challenge_id, number, at, actor_id, fields, content) ${made}`,
      [id, [], before]
    )
    next = 2
  }
  await tx.query(INSERT, [id, next, tx.ctx.now, callerUserId(tx.ctx), changed, after])
  await tx.query('DELETE FROM challenge_versions WHERE challenge_id = $1 AND number <= $2', [
    id,
    next - KEPT_VERSIONS
  ])
  return result
}
