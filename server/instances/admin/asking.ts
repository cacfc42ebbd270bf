import { type Database, nullable, number, row, rows, uuids } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { InstanceLogLine, InstanceUsage, OrphanView } from '../contract'
import type { EngineQuestions } from './engine-questions'

interface Asking {
  /** @throws AppError `instance.engine_silent` 503 */
  logs(id: string, lines: number, since: number | null): Promise<InstanceLogLine[]>
  usage(ids: readonly string[]): Promise<InstanceUsage[]>
  /** Objects without a row on running engines. @throws AppError `instance.engine_silent` 503 when none replies */
  orphans(): Promise<OrphanView[]>
}

const silent = () => new AppError('instance.engine_silent', 503, { retryAfter: 2 })

/** Skips silent engines, unless all are silent. */
async function askAll<Place, Answer>(
  places: readonly Place[],
  ask: (place: Place) => Promise<Answer[]>
): Promise<Answer[]> {
  const answers = await Promise.allSettled(places.map(ask))
  const failed = answers.find((one) => one.status === 'rejected')
  if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason
  return answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

export function createAsking({ pool }: Pick<Database, 'pool'>, engine: EngineQuestions): Asking {
  return {
    async logs(id, lines, since) {
      const place = await row(
        pool,
        { engineId: nullable(number) },
        'SELECT engine_id AS "engineId" FROM instances WHERE id = $1',
        [id]
      )
      if (!place?.engineId) throw silent()
      return engine.ask(place.engineId, { ask: 'logs', instance: id, lines, since })
    },

    async usage(ids) {
      const places = await rows(
        pool,
        { engineId: number, ids: uuids },
        `SELECT engine_id AS "engineId", array_agg(id) AS ids FROM instances
         WHERE id = ANY($1::uuid[]) AND engine_id IS NOT NULL AND state NOT IN ('ended', 'failed') GROUP BY 1`,
        [ids]
      )
      return askAll(places, ({ engineId, ids: instances }) =>
        engine.ask(engineId, { ask: 'usage', instances })
      )
    },

    async orphans() {
      const engines = await rows(
        pool,
        { id: number },
        `SELECT id FROM engines WHERE state = 'up' ORDER BY id LIMIT 100`
      )
      if (engines.length === 0) throw silent()
      return askAll(engines, ({ id }) => engine.ask(id, { ask: 'orphans' }))
    }
  }
}
