import { createWorkers, type Workers } from '~/jobs/instances/workers'
import { createRunner, type Runner } from '~/jobs/runner'
import { loadEnv } from '~/server/platform/env'
import { createI18n } from '~/server/platform/i18n'
import { type Domain, openDomain } from './domain'
import { containersWith } from './engine'
import type { Member } from './fixtures'
import { until } from './until'

export const ENGINE = process.env.TEST_DOCKER_HOST
export const IMAGE = process.env.TEST_IMAGE ?? ''

/** Services and the workers of instances, in this process, on the engine of the tests. */
export interface Fleet extends Domain {
  workers: Workers
  /** An accepted team of a running game. */
  crew(
    gameId: number,
    members?: number
  ): Promise<{ teamId: number; participationId: number; members: Member[] }>
  /** An enabled challenge with a container; `options` are columns of its update. */
  challenge(gameId: number, change?: object, type?: 'StaticContainer' | 'DynamicContainer'): Promise<number>
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

/** Names of the engine's containers with a label of this install; `value` null: any. */
export async function containers(
  label: string,
  { stores }: Pick<Fleet, 'stores'>,
  value: string | number | null = null
): Promise<string[]> {
  const { rows } = await stores.db.pool.query<{ value: string }>(
    `SELECT value FROM settings WHERE key = 'install'`
  )
  const of = [`halyard.install=${rows[0]!.value}`, value === null ? label : `${label}=${value}`]
  return (await containersWith(...of)).map(({ Names }) => Names[0]!)
}

export async function openFleet(
  more: Record<string, string> = {},
  { tested = true }: { tested?: boolean } = {}
): Promise<Fleet> {
  const env: Record<string, string> = {
    DOCKER_HOST: ENGINE ?? 'none',
    INSTANCE_PUBLIC_ENTRY: '127.0.0.1',
    INSTANCE_BIND: '127.0.0.1',
    HALYARD_SECRET: 'ab'.repeat(32),
    ...more
  }
  const domain = await openDomain()
  const { stores, services } = domain
  const whole = loadEnv({ ...env, DATABASE_URL: stores.databaseUrl, REDIS_URL: stores.redisUrl })
  const workers = createWorkers({ services, redis: stores.redis, env: whole, log: stores.log })
  const runner: Runner = createRunner({
    services,
    redis: stores.redis,
    translator: createI18n(),
    log: stores.log
  })
  await workers.start()
  await runner.start(workers.jobs)
  const { pool } = stores.db
  if (tested)
    await until(async () => (await pool.query(`SELECT FROM engines WHERE guard <> 'unknown'`)).rowCount === 1)
  return {
    ...domain,
    workers,
    async crew(gameId, size = 1) {
      const { id, members } = await domain.team(size)
      for (const member of members)
        await services.participations.join(domain.as(member), gameId, { teamId: id })
      const { rows } = await pool.query<{ id: number }>(
        'SELECT id FROM participations WHERE game_id = $1 AND team_id = $2',
        [gameId, id]
      )
      const participationId = rows[0]!.id
      await services.participations.acceptWaiting(domain.admin, gameId, [participationId])
      return { teamId: id, participationId, members }
    },
    async challenge(gameId, change = {}, type = 'DynamicContainer') {
      const { admin } = domain
      const { id } = await services.challenges.create(admin, gameId, {
        title: `Box ${type}`,
        category: 'Web',
        type
      })
      if (type === 'StaticContainer')
        await services.challenges.addFlags(admin, gameId, id, [
          { flag: 'flag{static}', attachmentType: 'None' }
        ])
      await services.challenges.update(admin, gameId, id, {
        containerImage: IMAGE,
        containerExposePort: 80,
        ...change,
        isEnabled: true
      })
      return id
    },
    async settled() {
      await until(async () => {
        const { rowCount } = await pool.query(
          `SELECT FROM instances WHERE state IN ('queued', 'starting', 'stopping')`
        )
        return rowCount === 0
      })
    },
    async close() {
      // Everything goes before the engine is left: what a test began is nobody else's.
      await pool.query(
        `UPDATE instances SET desired = 'down', next_at = now() WHERE state NOT IN ('ended', 'failed')`
      )
      await until(
        async () =>
          (await pool.query(`SELECT FROM instances WHERE state NOT IN ('ended', 'failed', 'stuck')`))
            .rowCount === 0
      ).catch(() => {})
      await runner.stop()
      await workers.stop()
      await domain.close()
    }
  }
}
