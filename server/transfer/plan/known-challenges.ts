import { json, nullable, number, rows, type Sql, text } from '~/server/db'
import { rootOf, type Source } from '../archive/source'
import type { Line } from '../contract'
import { reportLine } from '../report-lines'
import { diffChallenge, otherFiles, storedChallenge } from './difference'
import type { Plan, PlannedChallenge } from './plan'
import { challengeSourceFolder } from './planner'
import { type PluginNames, unknownPlugin, withPlugins } from './plugin-check'

const KNOWN = { id: number, title: text, sourceId: nullable(text) }
type Known = { id: number; title: string; sourceId: string | null }

const knownOf = (sql: Sql, game: number): Promise<Known[]> =>
  rows(
    sql,
    KNOWN,
    'SELECT id, title, source_id AS "sourceId" FROM challenges WHERE game_id = $1 ORDER BY id',
    [game]
  )

const STORED = `
  SELECT json_build_object(
    'id', c.id, 'version', c.version, 'title', c.title, 'category', c.category,
    'customCategory', (SELECT o.name FROM categories o WHERE o.id = c.category_id), 'type', c.type, 'content', c.content, 'solution', c.solution, 'solutionPublic', c.solution_public,
    'hints', c.hints, 'pricedHints', c.priced_hints, 'connections', c.connections, 'originalScore', c.original_score, 'minScoreRate', c.min_score_rate, 'difficulty', c.difficulty, 'attemptLimit', c.attempt_limit,
    'hideLocked', c.hide_locked, 'fileName', c.file_name, 'requires', c.requires, 'author', c.author, 'level', c.level, 'tags', c.tags,
    'sourceId', c.source_id, 'flagTemplate', c.flag_template, 'containerImage', c.container_image,
    'memoryLimit', c.memory_limit, 'cpuCount', c.cpu_count, 'storageLimit', c.storage_limit,
    'containerExposePort', c.expose_port, 'enableTrafficCapture', c.traffic_capture,
    'containerCompose', c.container_compose, 'containerOptions', c.container_options, 'solver', c.solver, 'checker', c.checker, 'scoring', c.scoring,
    'flags', ARRAY(SELECT f.flag FROM flags f WHERE f.challenge_id = c.id ORDER BY f.id),
    'files', (SELECT coalesce(json_agg(CASE a.type WHEN 'Local'
        THEN json_build_object('type', a.type, 'hash', a.hash, 'name', a.name)
        ELSE json_build_object('type', a.type, 'url', a.remote_url, 'name', a.name) END ORDER BY a.place), '[]')
      FROM attachments a WHERE a.challenge_id = c.id AND a.flag_id IS NULL)) AS challenge
  FROM challenges c WHERE c.game_id = $1 AND c.id = ANY ($2)`

function matching({ sourceId, input }: PlannedChallenge, known: readonly Known[]): Known | undefined {
  const title = input.title.trim()
  const place = sourceId === null ? undefined : known.find((one) => one.sourceId === sourceId)
  return place ?? known.find((one) => one.title === title)
}

const left = ({ from, input }: PlannedChallenge, reason: Line) => ({ from, title: input.title, reason })

/** Refuses those that the game has already, each with a line; nothing of the game changes. */
export async function dropKnownChallenges(sql: Sql, plan: Plan, game: number): Promise<Plan> {
  const known = await knownOf(sql, game)
  const there = plan.challenges.filter((one) => matching(one, known) !== undefined)
  return {
    ...plan,
    challenges: plan.challenges.filter((one) => !there.includes(one)),
    refused: [...plan.refused, ...there.map((one) => left(one, reportLine('is_there')))]
  }
}

/**
 * Turns other editions of known challenges into updates. Drops equal ones, those of another type, and those that name plug-ins
 * which are not loaded. The first match counts.
 */
export async function withUpdates(
  { sql, plugins }: { sql: Sql; plugins: PluginNames },
  source: Source,
  plan: Plan,
  game: number
): Promise<Plan> {
  const known = await knownOf(sql, game)
  const matches = new Map<number, PlannedChallenge>()
  const compared: Plan = { ...plan, challenges: [], updates: [], refused: [...plan.refused] }
  for (const one of plan.challenges) {
    const match = matching(one, known)
    if (!match) compared.challenges.push(one)
    else if (matches.has(match.id)) compared.refused.push(left(one, reportLine('is_there')))
    else matches.set(match.id, one)
  }
  // Challenges that came from a folder and match none now. A folder that cannot be used still counts as present.
  const root = rootOf(source)
  const places = new Set(plan.refused.map(({ from }) => challengeSourceFolder(from, root)))
  const named = new Set(plan.refused.map((one) => one.title.trim()))
  compared.gone = known
    .filter(({ id, sourceId }) => sourceId !== null && !matches.has(id) && !places.has(sourceId))
    .filter(({ title }) => !named.has(title))
    .map(({ id, title }) => ({ id, title }))
  compared.there = new Map([...matches].map(([id, { from }]) => [from, id]))
  const titles = new Map(known.map(({ id, title }) => [id, title]))
  const counterparts = new Map([...matches].map(([id, { from }]) => [from, { id, title: titles.get(id)! }]))
  const found = await rows(sql, { challenge: json(storedChallenge) }, STORED, [game, [...matches.keys()]])
  for (const { challenge: stored } of found.sort((a, b) => a.challenge.id - b.challenge.id)) {
    const one = matches.get(stored.id)!
    if (stored.type !== one.input.type) {
      compared.refused.push(
        left(one, reportLine('other_type', { before: stored.type, after: one.input.type }))
      )
      continue
    }
    const others = otherFiles(stored, one)
    if (others !== null) {
      compared.refused.push(left(one, reportLine('flags_stay', { name: others })))
      continue
    }
    const unknown = unknownPlugin(plugins, one, stored)
    if (unknown) {
      compared.refused.push(left(one, unknown))
      continue
    }
    const update = await diffChallenge(source, stored, one, { known: counterparts, titles })
    if (update.changes.length > 0) compared.updates.push(update)
    else compared.refused.push(left(one, reportLine('unchanged')))
  }
  return withPlugins(plugins, compared)
}
