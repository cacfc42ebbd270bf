import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { healthAddress, readRole, refuseOptions, roleEnvironment } from './role.mjs'

const dir = mkdtempSync(join(tmpdir(), 'halyard-role-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const whole = {
  DATABASE_URL: 'postgres://a@db/b',
  REDIS_URL: 'redis://cache',
  HALYARD_SECRET: 'ab'.repeat(32)
}

describe('the role of a process', () => {
  it('comes from an argument before the environment, and is everything otherwise', () => {
    expect(readRole([], {}).role).toBe('all')
    expect(readRole([], { HALYARD_ROLE: ' ' }).role).toBe('all')
    expect(readRole([], { HALYARD_ROLE: 'jobs' }).role).toBe('jobs')
    expect(readRole(['--role', 'web', '--x'], { HALYARD_ROLE: 'jobs' })).toEqual({
      role: 'web',
      rest: ['--x']
    })
    expect(readRole(['--role=scoring'], {})).toEqual({ role: 'scoring', rest: [] })
  })

  it.each([[['--role', 'judge']], [['--role']], [['--role=']]])(
    'is refused when it is unknown: %s',
    (argv) => {
      expect(() => readRole(argv, {})).toThrow(/must be one of all, web, scoring, jobs, migrate/)
    }
  )

  it('without a launcher it needs stores and a secret, and one sentence names those that are missing', () => {
    expect(() => roleEnvironment('web', {})).toThrow(
      /^The role web needs DATABASE_URL and REDIS_URL and HALYARD_SECRET: [^.]*\.$/
    )
    expect(() => roleEnvironment('jobs', { ...whole, REDIS_URL: ' ' })).toThrow(
      /^The role jobs needs REDIS_URL:/
    )
    expect(roleEnvironment('scoring', whole)).toMatchObject({ ...whole, HALYARD_ROLE: 'scoring' })
  })

  it('takes secrets from files, before the variable itself', () => {
    const path = join(dir, 'secret')
    writeFileSync(path, `${'cd'.repeat(32)}\n`)
    const env = roleEnvironment('web', { ...whole, HALYARD_SECRET_FILE: path })
    expect(env.HALYARD_SECRET).toBe('cd'.repeat(32))
    expect(() => roleEnvironment('web', { ...whole, REDIS_URL_FILE: join(dir, 'none') })).toThrow(
      /^REDIS_URL_FILE cannot be read/
    )
  })

  it('takes a secret in capitals for the same one', () => {
    const env = roleEnvironment('web', { ...whole, HALYARD_SECRET: 'AB'.repeat(32) })
    expect(env.HALYARD_SECRET).toBe('ab'.repeat(32))
  })

  it('refuses options that it does not know, such as a command with a typing error', () => {
    expect(() => refuseOptions('jobs', ['bakcup'])).toThrow('The role jobs does not know the option bakcup.')
    expect(() => refuseOptions('web', ['--reset-admin'])).toThrow(/does not know/)
    expect(() => refuseOptions('migrate', ['--reset-admin'])).not.toThrow()
  })

  it('listens on HOST if that is an address, and is probed there', () => {
    expect(roleEnvironment('web', { ...whole, HOST: 'my-laptop' }).HOST).toBeUndefined()
    expect(roleEnvironment('web', { ...whole, HOST: '10.0.0.1' }).HOST).toBe('10.0.0.1')
    expect(healthAddress('web', { HOST: '::' })).toEqual({ host: '127.0.0.1', port: 8080 })
    expect(healthAddress('scoring', { HOST: '10.0.0.1', SCORING_PORT: '99' })).toEqual({
      host: '10.0.0.1',
      port: 99
    })
    expect(healthAddress('migrate', {})).toBeNull()
  })
})
