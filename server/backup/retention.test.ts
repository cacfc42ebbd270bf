import { expect, it } from 'vitest'
import { DAY_MS } from '~/server/platform/time'
import { expiredBackups } from './retention'
import { backupName } from './targets'

const daily = (count: number, from = '2026-01-01T03:00:00Z') =>
  Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.parse(from) + n * DAY_MS)
    return { name: backupName(at), at }
  })
const left = (kept: ReturnType<typeof daily>, keep: { daily: number; weekly: number }) => {
  const outdated = new Set(expiredBackups(kept, keep).map(({ name }) => name))
  return kept.filter(({ name }) => !outdated.has(name)).map(({ at }) => at.toISOString().slice(0, 10))
}

it('the newest backup of each of the last days and weeks is kept', () => {
  expect(left(daily(31), { daily: 3, weekly: 3 })).toEqual([
    '2026-01-18',
    '2026-01-25',
    '2026-01-29',
    '2026-01-30',
    '2026-01-31'
  ])
})

it('the newest backup is kept, and missing days do not count', () => {
  const old = daily(3)
  const late = daily(1, '2026-06-01T03:00:00Z')
  expect(left([...old, ...late], { daily: 2, weekly: 0 })).toEqual(['2026-01-03', '2026-06-01'])
  expect(left(old, { daily: 0, weekly: 0 })).toEqual(['2026-01-03'])
  expect(left([], { daily: 1, weekly: 1 })).toEqual([])
})

it('one of several backups of a day is kept', () => {
  const hourly = [3, 9, 15].map((hour) => {
    const at = new Date(Date.UTC(2026, 0, 1, hour))
    return { name: backupName(at), at }
  })
  expect(expiredBackups(hourly, { daily: 7, weekly: 4 }).map(({ name }) => name)).toEqual([
    'halyard-2026-01-01T03-00-00Z.zip',
    'halyard-2026-01-01T09-00-00Z.zip'
  ])
})
