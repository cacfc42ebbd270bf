import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLog, readEntry } from './logs.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-logs-'))
  mkdirSync(join(folder, 'logs'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('openLog', () => {
  it('appends to the present file and keeps two rotated ones', async () => {
    const path = join(folder, 'logs/web.log')
    writeFileSync(path, 'before\n')
    const log = openLog(path)
    const line = 'x'.repeat(6_000_000)
    for (let i = 0; i < 9; i++) log.write(`${i}${line}`)
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['web.log', 'web.log.1', 'web.log.2'])
    const firstOf = (name: string) => readFileSync(join(folder, 'logs', name), 'utf8')[0]
    await expect.poll(() => firstOf('web.log')).toBe('8')
    await expect.poll(() => firstOf('web.log.1')).toBe('6')
  })

  it.skipIf(!existsSync('/dev/full'))('goes on once a full disk has room again', async () => {
    const path = join(folder, 'logs/web.log')
    symlinkSync('/dev/full', path)
    const log = openLog(path)
    log.write('lost')
    rmSync(path)
    writeFileSync(path, 'before, cut o')
    const write = () => {
      log.write('after')
      return readFileSync(path, 'utf8')
    }
    await expect.poll(write, { timeout: 5000 }).toMatch(/^before, cut o\n(after\n)+$/)
  })
})

describe('readEntry', () => {
  it('reads the level and the text of a line of pino', () => {
    const line = JSON.stringify({ level: 50, msg: 'mail_failed', err: { message: 'no\n  route' } })
    expect(readEntry(line)).toEqual({ level: 50, text: 'mail_failed: no route' })
  })

  it.each(['plain words', '{"level":', '{"message":"x"}', ''])(
    'returns null for %j, which is no line of pino',
    (line) => {
      expect(readEntry(line)).toBeNull()
    }
  )
})
