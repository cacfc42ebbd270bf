import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '~/jobs/back-up'
import type { Job, JobNeeds } from '~/jobs/job'
import { openArchive } from '~/scripts/backup/archive'
import { createScheduledBackups, folderTarget, readBackupState } from '~/server/backup'
import { healthOf } from '~/server/health'
import { registry } from '~/server/metrics/definitions'
import { sampleStores } from '~/server/metrics/stores'
import { loadEnv } from '~/server/platform/env'
import { createLog } from '~/server/platform/log'
import { DAY_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'

let domain: Domain
const folder = mkdtempSync(join(tmpdir(), 'halyard-scheduled-'))
const lines: string[] = []
const log = createLog('jobs', 'silent', (line) => lines.push(line))
const events = () => lines.map((line) => JSON.parse(line) as { level: number; msg: string; reason?: string })
const signal = AbortSignal.timeout(120_000)

beforeAll(async () => {
  domain = await openDomain()
  await domain.services.assets.prepare()
})
afterAll(async () => {
  await domain.close()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (more: Record<string, string>) =>
  loadEnv({
    ...{ DATABASE_URL: domain.stores.databaseUrl, REDIS_URL: domain.stores.redisUrl },
    ...{ HALYARD_SECRET: 'ab'.repeat(32), HALYARD_DATA: domain.data, ...more }
  })
const needs = () => ({
  ...{ db: domain.stores.db, log, databaseUrl: domain.stores.databaseUrl, secret: 'ab'.repeat(32) },
  ...{ open: domain.services.assets.open, keep: { daily: 2, weekly: 2 } }
})
const gauge = async (name: string) => {
  const { db, redis } = domain.stores
  await sampleStores({ db, redis, data: domain.data })
  const metric = await registry.getSingleMetric(name)!.get()
  return metric.values.map(({ value }) => value)
}
const run = (job: Job, needs: Pick<JobNeeds, 'signal' | 'makesUp'>) => job.run(needs as JobNeeds)
const details = async () => {
  const { db, redis } = domain.stores
  const env = environment({ HALYARD_ROLE: 'jobs' })
  return (await healthOf({ db, redis, env, filesReachable: async () => null }).ready()).detail
}

it('nothing is reported of backups where none are scheduled', async () => {
  expect(
    await backUp({ env: environment({}), db: domain.stores.db, log, services: domain.services })
  ).toEqual([])
  expect(await gauge('halyard_backup_age_seconds')).toEqual([])
  expect(await gauge('halyard_backup_failed')).toEqual([])
  expect(await details()).not.toContain('backup')
})

it('whole backups are written, old ones deleted and other files kept, and the age of the newest is reported', async () => {
  const backups = createScheduledBackups({ ...needs(), target: folderTarget(folder) })
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  const days = ['2026-01-01', '2026-01-04', '2026-01-05', '2026-01-06']
  for (const day of days) await backups.run(new Date(`${day}T03:00:00Z`), signal)
  expect(readdirSync(folder).sort()).toEqual([
    'halyard-2026-01-04T03-00-00Z.zip',
    'halyard-2026-01-05T03-00-00Z.zip',
    'halyard-2026-01-06T03-00-00Z.zip',
    'notes.txt'
  ])
  const [job] = await backUp({
    ...{ env: environment({ BACKUP_DIR: folder, BACKUP_KEEP_WEEKLY: '0' }), db: domain.stores.db, log },
    services: domain.services
  })
  await run(job!, { signal, makesUp: false })
  const newest = readdirSync(folder).sort().at(-2)!
  const archive = await openArchive(join(folder, newest))
  expect(archive.manifest.tables.map(({ name }) => name)).toContain('submissions')
  archive.close()
  const [age] = await gauge('halyard_backup_age_seconds')
  expect(age).toBeLessThan(600)
  expect(await gauge('halyard_backup_failed')).toEqual([0])
  expect(await details()).toContain('backup: 0 h old')
  expect(events().filter(({ msg }) => msg === 'backup_written')).toHaveLength(5)
})

it('a failed backup leaves nothing behind, deletes nothing, and is in the log, the probe and the metrics', async () => {
  const before = readdirSync(folder)
  const refusing = folderTarget(join(folder, 'notes.txt', 'below a file'))
  const backups = createScheduledBackups({ ...needs(), target: refusing })
  await expect(backups.run(new Date(), signal)).rejects.toThrow('ENOTDIR')
  const gone = createScheduledBackups({
    ...{ ...needs(), target: folderTarget(folder), databaseUrl: 'postgres://127.0.0.1:1/none' }
  })
  await expect(gone.run(new Date(), signal)).rejects.toThrow('ECONNREFUSED')
  expect(readdirSync(folder)).toEqual(before)
  expect(events().at(-1)).toMatchObject({
    level: 50,
    msg: 'backup_failed',
    reason: expect.stringContaining('ECONN')
  })
  expect(await gauge('halyard_backup_failed')).toEqual([1])
  expect((await gauge('halyard_backup_age_seconds')).length).toBe(1)
  expect(await details()).toContain('the last try failed')
  expect((await readBackupState(domain.stores.db))?.name).toMatch(/^halyard-.*\.zip$/)
})

it('one that was missed is made up for once, whether it succeeds or not', async () => {
  const { pool } = domain.stores.db
  const [job] = await backUp({
    ...{ env: environment({ BACKUP_DIR: folder }), db: domain.stores.db, log },
    services: domain.services
  })
  const newestAt = (days: number) =>
    pool.query(
      `UPDATE settings SET value = value || jsonb_build_object('at', $1::text, 'madeUpAt', NULL) WHERE key = 'backup'`,
      [new Date(Date.now() - days * DAY_MS).toISOString()]
    )
  await newestAt(0)
  expect(await job!.overdue!()).toBe(false)
  await newestAt(2)
  // Asking is not trying: another process may hold it.
  expect([await job!.overdue!(), await job!.overdue!()]).toEqual([true, true])
  await expect(run(job!, { makesUp: true, signal: AbortSignal.abort() })).rejects.toThrow()
  expect(await job!.overdue!()).toBe(false)
})

it('one that a process was killed in is made up for, also the first', async () => {
  const { pool } = domain.stores.db
  await pool.query(`DELETE FROM settings WHERE key = 'backup'`)
  const [job] = await backUp({
    ...{ env: environment({ BACKUP_DIR: folder }), db: domain.stores.db, log },
    services: domain.services
  })
  expect(await job!.overdue!()).toBe(false)
  expect((await gauge('halyard_backup_age_seconds'))[0]).toBeLessThan(600)
  await pool.query(
    `UPDATE settings SET value = value || jsonb_build_object('since', $1::text) WHERE key = 'backup'`,
    [new Date(Date.now() - 2 * DAY_MS).toISOString()]
  )
  expect((await gauge('halyard_backup_age_seconds'))[0]).toBeGreaterThan(86_400)
  expect(await job!.overdue!()).toBe(true)
  await run(job!, { makesUp: false, signal: AbortSignal.abort() }).catch(() => {})
  expect(await job!.overdue!()).toBe(true)
})

it('nothing is reported any more once none are scheduled', async () => {
  expect(await gauge('halyard_backup_failed')).toEqual([1])
  await backUp({ env: environment({}), db: domain.stores.db, log, services: domain.services })
  expect(await gauge('halyard_backup_failed')).toEqual([])
  expect(await details()).not.toContain('backup')
})

it('an invalid place or time is refused', async () => {
  const start = (more: Record<string, string>) =>
    backUp({ env: environment(more), db: domain.stores.db, log, services: domain.services })
  await expect(start({ BACKUP_DIR: '/nowhere/at/all' })).rejects.toThrow('BACKUP_DIR must name a folder')
  await expect(start({ BACKUP_DIR: folder, BACKUP_SCHEDULE: 'at noon' })).rejects.toThrow('BACKUP_SCHEDULE')
  expect(() => environment({ BACKUP_DIR: folder, BACKUP_S3_BUCKET: 'x1' })).toThrow('set one of them')
  expect(() => environment({ S3_ACCESS_KEY_ID: 'a', S3_BUCKET: 'files' })).toThrow(
    'S3_SECRET_ACCESS_KEY is required'
  )
})
