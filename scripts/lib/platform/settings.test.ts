import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'
import { prepareDataFolder, readSettings } from './settings.mjs'

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readSettings(env)
  } catch (error) {
    return (error as { messages: string[] }).messages
  }
  return []
}

describe('readSettings', () => {
  it('has a default for every setting', () => {
    expect(readSettings({})).toEqual({
      host: null,
      port: 8080,
      dataDir: expect.stringMatching(/\/data$/),
      adminPassword: null,
      databaseUrl: null,
      redisUrl: null,
      publicUrl: null,
      rateLimits: 'on',
      secret: null,
      webProcesses: expect.any(Number),
      scoringProcesses: expect.any(Number)
    })
  })

  it('reads given values and takes an empty one for none', () => {
    const env = {
      PORT: '0',
      HALYARD_DATA: '/srv/halyard',
      PUBLIC_URL: 'https://ctf.example.org',
      REDIS_URL: ''
    }
    expect(readSettings(env)).toMatchObject({
      port: 0,
      dataDir: '/srv/halyard',
      publicUrl: 'https://ctf.example.org',
      redisUrl: null
    })
  })

  it('takes a secret in capitals for the same one', () => {
    expect(readSettings({ HALYARD_SECRET: 'AB'.repeat(32) }).secret).toBe('ab'.repeat(32))
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['HALYARD_RATE_LIMITS', 'no'],
    ['WEB_PROCESSES', '0'],
    ['WEB_PROCESSES', '1.5'],
    ['WEB_PROCESSES', 'all'],
    ['SCORING_PROCESSES', '0'],
    ['SCORING_PROCESSES', '65'],
    ['HALYARD_ADMIN_PASSWORD', '12345'],
    ['HALYARD_SECRET', 'abc'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'postgres://'],
    ['REDIS_URL', 'localhost:6379'],
    ['PUBLIC_URL', 'ftp://example.org']
  ])('refuses %s=%s in one sentence', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must .*\\.$`))])
  })

  it('ignores a HOST that is no address', () => {
    expect(readSettings({ HOST: 'workstation' }).host).toBeNull()
    expect(readSettings({ HOST: '127.0.0.1' }).host).toBe('127.0.0.1')
  })
})

describe('prepareDataFolder', () => {
  it('creates the folder and all above it, the folder private', () => {
    const root = mkdtempSync(join(tmpdir(), 'halyard-settings-'))
    try {
      const folder = join(root, 'a', 'b')
      prepareDataFolder(folder)
      prepareDataFolder(folder)
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      expect(statSync(join(folder, 'logs')).isDirectory()).toBe(true)
    } finally {
      rmSync(root, { recursive: true })
    }
  })

  it('fails with one sentence where no folder can be created, also in /proc', () => {
    const root = mkdtempSync(join(tmpdir(), 'halyard-settings-'))
    const file = join(root, 'file')
    writeFileSync(file, '')
    try {
      for (const folder of [file, join(file, 'data'), ...(process.platform === 'linux' ? ['/proc/x/y'] : [])])
        expect(() => prepareDataFolder(folder)).toThrow(
          /^The data folder .* cannot be written \(.*\); choose/
        )
    } finally {
      rmSync(root, { recursive: true })
    }
  })

  it('fails on a full disk, which still takes an empty file', () => {
    const root = mkdtempSync(join(tmpdir(), 'halyard-settings-'))
    const source = `const { prepareDataFolder } = await import('${inRoot('scripts/lib/platform/settings.mjs')}')
      prepareDataFolder('${root}')`
    // `ulimit -f 0` lets no file grow, as on a full disk.
    const script = 'ulimit -f 0; exec "$0" --input-type=module -e "$1"'
    try {
      const { stderr } = spawnSync('sh', ['-c', script, process.execPath, source], { encoding: 'utf8' })
      expect(stderr).toMatch(/UserError: The data folder .* cannot be written \(.*\); choose/)
      expect(readdirSync(root)).toEqual(['logs'])
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
