import { SCORING_FUNCTIONS } from '~/scoring/rules'
import { nullable, number, rows, type Sql, text, time } from '~/server/db'
import { wireTime } from '~/server/platform/time'
import type { PluginView } from './contract'
import type { Loaded } from './loading'

const USED = {
  name: text,
  uses: number,
  waiting: number,
  at: nullable(time),
  process: nullable(text),
  error: nullable(text),
  count: nullable(number)
}

/** Most plug-ins that are listed although they are not loaded. */
const MAX_UNLOADED = 100

const LIST = `
  WITH used AS (
    SELECT name, count(*)::int AS uses FROM (
      SELECT checker AS name FROM challenges WHERE checker IS NOT NULL
      UNION ALL SELECT scoring FROM challenges WHERE scoring <> ALL ($3)
      UNION ALL SELECT host FROM webhooks WHERE format = 'Plugin'
    ) u GROUP BY 1
  ), waiting AS (
    SELECT c.checker AS name, count(*)::int AS n
    FROM unjudged u JOIN submissions s ON s.id = u.submission_id JOIN challenges c ON c.id = s.challenge_id
    WHERE u.waits AND c.checker IS NOT NULL GROUP BY 1
  )
  SELECT name, coalesce(u.uses, 0) AS uses, coalesce(w.n, 0) AS waiting, f.at, f.process, f.error, f.count
  FROM (SELECT unnest($1::text[]) AS name UNION SELECT name FROM used) n
    LEFT JOIN used u USING (name) LEFT JOIN waiting w USING (name) LEFT JOIN plugin_faults f USING (name)
  ORDER BY name LIMIT $2`

/** The loaded ones and those that challenges and webhooks name, by name. */
export async function listPlugins(sql: Sql, loaded: readonly Loaded[]): Promise<PluginView[]> {
  const found = await rows(sql, USED, LIST, [
    loaded.map(({ name }) => name),
    loaded.length + MAX_UNLOADED,
    SCORING_FUNCTIONS
  ])
  return found.map(({ name, uses, waiting, at, process, error, count }) => {
    const one = loaded.find((plugin) => plugin.name === name)
    return {
      name,
      kind: one?.kind ?? null,
      version: one?.version ?? null,
      file: one?.file ?? null,
      digest: one?.digest ?? null,
      uses,
      waiting,
      lastFault: at && { time: wireTime(at), process: process!, error: error!, count: count! }
    }
  })
}
