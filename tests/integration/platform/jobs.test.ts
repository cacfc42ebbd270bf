import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '~/jobs/job'
import { purgeExpired } from '~/jobs/purge-expired'
import { registry } from '~/jobs/registry'
import { createRunner, type Runner } from '~/jobs/runner'
import { watchDisk } from '~/jobs/watch-disk'
import { createI18n } from '~/server/platform/i18n'
import { createLog } from '~/server/platform/log'
import { channelOf, createRedis, type Redis } from '~/server/platform/redis'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { type BreakableStore, breakable } from '../../support/stores/outage'

let domain: Domain
let way: BreakableStore
const clients: Redis[] = []

beforeAll(async () => {
  domain = await openDomain()
  way = await breakable(domain.stores.redisUrl)
})
afterAll(async () => {
  for (const client of clients) client.destroy()
  await way?.close()
  await domain?.close()
})

async function runner(url = domain.stores.redisUrl): Promise<Runner> {
  const { services, stores } = domain
  const redis = await createRedis(url, stores.log)
  clients.push(redis)
  return createRunner({ services, redis, translator: createI18n(), log: stores.log })
}

/** A job that reports its start and ends on request. */
function endlessJob(name: string, timeout = 60_000) {
  let runs = 0
  let begun = () => {}
  let end = () => {}
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const job: Job = {
    name,
    schedule: '0 0 1 1 *',
    timeout,
    async run() {
      runs++
      begun()
      await over
    }
  }
  return { job, started, end, runs: () => runs }
}

describe('a job', () => {
  it('runs once at a time over all processes, and again afterwards', async () => {
    const [one, two] = [await runner(), await runner()]
    const { job, started, end, runs } = endlessJob('once')
    const first = one.run(job)
    await started
    expect(await Promise.all([two.run(job), one.run(job)])).toEqual([false, false])
    end()
    expect(await first).toBe(true)
    expect(await two.run(job)).toBe(true)
    expect(runs()).toBe(2)
  })

  it('that runs everywhere runs once in each process, also while Redis is away', async () => {
    const away = await breakable(domain.stores.redisUrl)
    const [one, two] = [await runner(away.url), await runner(away.url)]
    await away.cut()
    const { job, started, end, runs } = endlessJob('everywhere')
    const everywhere = { ...job, everywhere: true }
    const first = one.run(everywhere)
    await started
    expect(await one.run(everywhere)).toBe(false)
    const second = two.run(everywhere)
    end()
    expect(await Promise.all([first, second])).toEqual([true, true])
    expect(await one.run(everywhere)).toBe(true)
    expect(runs()).toBe(3)
    await away.close()
  })

  it('runs after a message that came while it ran elsewhere, however long that takes', async () => {
    const { job, started, end, runs } = endlessJob('told')
    const first = (await runner()).run(job)
    await started
    let tries = 0
    const ear = await breakable(domain.stores.redisUrl, () => (sent) => {
      tries += String(sent).split('halyard:job:told').length - 1
    })
    const other = await runner(ear.url)
    await other.start([{ ...job, startOn: 'halyard:told' }])
    await domain.stores.redis.publish(channelOf(domain.stores.redis, 'halyard:told'), '')
    await expect.poll(() => tries).toBeGreaterThan(3)
    expect(runs()).toBe(1)
    end()
    await first
    await expect.poll(runs).toBe(2)
    await other.stop()
    await ear.close()
  })

  it('is ended when its process stops, and keeps others out for no longer than a minute when that is killed', async () => {
    const [one, two] = [await runner(), await runner()]
    let ended: unknown = null
    const job: Job = {
      ...endlessJob('long', 6 * HOUR_MS).job,
      run: ({ signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            ended = signal.reason
            reject(signal.reason)
          })
        )
    }
    const first = one.run(job)
    await expect.poll(() => domain.stores.redis.exists('halyard:job:long')).toBe(1)
    expect(await domain.stores.redis.pTTL('halyard:job:long')).toBeLessThanOrEqual(60_000)
    expect(await two.run(job)).toBe(false)
    await one.stop()
    await first
    expect(ended).toMatchObject({ message: 'the process stops' })
    expect(await domain.stores.redis.exists('halyard:job:long')).toBe(0)
  })

  it('keeps its lock for as long as it runs', async () => {
    const [one, two] = [await runner(), await runner()]
    const { job, started, end } = endlessJob('kept', 6 * HOUR_MS)
    const first = one.run(job)
    await started
    await domain.stores.redis.pExpire('halyard:job:kept', 22_000)
    await expect
      .poll(() => domain.stores.redis.pTTL('halyard:job:kept'), { timeout: 30_000 })
      .toBeGreaterThan(50_000)
    expect(await two.run(job)).toBe(false)
    end()
    expect(await first).toBe(true)
  })

  it('that was missed while no process ran is made up for at the start', async () => {
    const made = async (overdue: boolean) => {
      const { job, runs, end } = endlessJob('missed')
      end()
      const one = await runner()
      await one.start([{ ...job, overdue: async () => overdue }])
      await one.stop()
      return runs()
    }
    expect([await made(true), await made(false)]).toEqual([1, 0])
  })

  it('that was missed is made up for once the process that held it is gone, unless that has done it', async () => {
    const { redis } = domain.stores
    const start = async (name: string, overdue: () => boolean) => {
      const { job, runs, end } = endlessJob(name)
      end()
      await redis.set(`halyard:job:${name}`, 'killed', { PX: 2000 })
      const one = await runner()
      await one.start([{ ...job, overdue: async () => overdue() }])
      expect(runs()).toBe(0)
      return { one, runs }
    }
    let asked = 0
    const killed = await start('killed', () => true)
    const done = await start('done', () => asked++ === 0)
    await expect.poll(killed.runs, { timeout: 20_000 }).toBe(1)
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(2)
    expect(done.runs()).toBe(0)
    await Promise.all([killed.one.stop(), done.one.stop()])
  })

  it('that fails is run again at its next time', async () => {
    const one = await runner()
    let runs = 0
    const job: Job = {
      ...endlessJob('failing').job,
      async run() {
        if (runs++ === 0) throw new Error('no luck')
      }
    }
    expect([await one.run(job), await one.run(job), runs]).toEqual([true, true, 2])
  })

  it.each([
    ['another process', false],
    ['the same process', true]
  ])(
    'that hangs is free for %s after its timeout; a late end does not free it for a third',
    async (_, same) => {
      const [late, other, third] = [await runner(), await runner(), await runner()]
      const next = same ? late : other
      const lost = endlessJob('lost', 50)
      const first = late.run(lost.job)
      await lost.started
      const taken = endlessJob('lost')
      await expect.poll(() => domain.stores.redis.exists('halyard:job:lost')).toBe(0)
      const second = next.run(taken.job)
      await taken.started
      lost.end()
      await first
      expect(await third.run(taken.job)).toBe(false)
      taken.end()
      expect([await second, taken.runs()]).toEqual([true, 1])
    }
  )

  it('waits for Redis, and disturbs nobody meanwhile', async () => {
    const one = await runner(way.url)
    const { job, end } = endlessJob('patient')
    end()
    await way.cut()
    expect(await one.run(job)).toBe(false)
    await way.mend()
    await expect.poll(() => one.run(job)).toBe(true)
  })
})

it('a job warns while the disk fills up', async () => {
  const lines: string[] = []
  const log = createLog('jobs', 'silent', (line) => lines.push(line))
  // A folder that cannot be written.
  const full = await openDomain({ HALYARD_DATA: '/proc' })
  try {
    const needs = { translator: createI18n(), log, signal: AbortSignal.timeout(5000) }
    await watchDisk.run({ services: full.services, ...needs })
  } finally {
    await full.close()
  }
  expect(await domain.services.assets.room()).toBeGreaterThan(0)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, msg: 'disk_space_low', reason: '0 MiB left where HALYARD_DATA is' })
  ])
})

it('the disk of each machine is looked at, whatever other processes do', async () => {
  await domain.stores.redis.set(`halyard:job:${watchDisk.name}`, 'of another machine')
  expect(await (await runner()).run(watchDisk)).toBe(true)
  await domain.stores.redis.del(`halyard:job:${watchDisk.name}`)
})

it('what cannot be purged keeps nothing else, is logged, and fails the job', async () => {
  const lines: { msg: string; reason?: string }[] = []
  const log = createLog('jobs', 'silent', (line) => void lines.push(JSON.parse(line)))
  const { services, stores, admin } = domain
  const { pool } = stores.db
  const game = await domain.game()
  await services.gameStaff.invite(admin, game, { email: 'late@example.org', role: 'referee', days: 1 })
  await pool.query(`UPDATE game_staff_invitations SET expires_at = now() - interval '1 s'`)
  // Statements of the second and third purge fail.
  for (const table of ['mail_outbox', 'user_imports'])
    await pool.query(`ALTER TABLE ${table} RENAME TO away_${table}`)
  const needs = { services, translator: createI18n(), log, signal: AbortSignal.timeout(60_000) }
  await expect(purgeExpired.run(needs)).rejects.toThrow('Not purged: mail, imports')
  for (const table of ['mail_outbox', 'user_imports'])
    await pool.query(`ALTER TABLE away_${table} RENAME TO ${table}`)
  expect(lines.map(({ msg, reason }) => [msg, reason])).toEqual([
    ['purge_failed', 'mail'],
    ['purge_failed', 'imports']
  ])
  const { rows } = await pool.query('SELECT FROM game_staff_invitations')
  expect(rows).toEqual([])
  await purgeExpired.run(needs)
})

it('every job of the registry can run three times at once, as when Redis has lost its locks', async () => {
  const { services, stores } = domain
  const needs = { services, translator: createI18n(), log: stores.log, signal: AbortSignal.timeout(60_000) }
  for (const job of registry) {
    const runs = await Promise.allSettled([1, 2, 3].map(() => job.run(needs)))
    expect([job.name, ...runs.map(({ status }) => status)]).toEqual([job.name, ...Array(3).fill('fulfilled')])
  }
})
