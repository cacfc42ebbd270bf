import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { processIdentity } from '../processes/process-table.mjs'
import { tryLock, withLock } from './lock.mjs'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-lock-'))
  path = join(folder, 'lock')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('tryLock', () => {
  it('gives the lock to one caller, and to the next after release', async () => {
    const first = await tryLock(path, { url: 'here' })
    expect(first).toHaveProperty('release')
    expect(await tryLock(path)).toMatchObject({ owner: { pid: process.pid, url: 'here' } })
    ;(first as { release(): void }).release()
    expect(readdirSync(folder)).toEqual([])
    expect(await tryLock(path)).toHaveProperty('release')
  })

  it('regards a lock in a copy of the folder as void, and one under another path of it as held', async () => {
    const [copy, name] = [`${folder}-copy`, `${folder}-name`]
    try {
      await tryLock(path)
      cpSync(folder, copy, { recursive: true })
      symlinkSync(folder, name)
      expect(await tryLock(join(copy, 'lock'))).toHaveProperty('release')
      expect(await tryLock(join(name, 'lock'))).toMatchObject({ owner: { pid: process.pid } })
    } finally {
      for (const path of [copy, name]) rmSync(path, { recursive: true, force: true })
    }
  })

  it.each([
    ['of a process that is gone', { pid: 2 ** 22 + 1, identity: '1', token: 'a' }],
    ['of a pid that is another process now', { pid: process.pid, identity: 'earlier', token: 'a' }],
    ['that is damaged', null]
  ])('takes over a lock %s', async (_case, content) => {
    writeFileSync(path, content ? JSON.stringify(content) : '{"pid":')
    expect(await tryLock(path)).toHaveProperty('release')
    expect(readdirSync(folder)).toEqual(['lock'])
  })

  it('gives a void lock to exactly one of many that find it', async () => {
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, identity: '1', token: 'a' }))
    const module = new URL('./lock.mjs', import.meta.url).href
    // Each lives until all have replied, because the lock of one that has ended is void again.
    const source = `const { tryLock } = await import('${module}')
      console.log('owner' in await tryLock('${path}') ? 'no' : 'yes'); process.stdin.resume()`
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', source])
    )
    const answers = await Promise.all(children.map(({ stdout }) => once(stdout, 'data').then(String)))
    for (const { stdin } of children) stdin.end()
    expect(answers.filter((answer) => answer.trim() === 'yes')).toHaveLength(1)
  })
})

describe('withLock', () => {
  it('lets one caller work at a time', async () => {
    let inside = 0
    let most = 0
    const waited: number[] = []
    const onWait = (owner: { pid: number }) => waited.push(owner.pid)
    const work = async () => {
      most = Math.max(most, ++inside)
      await new Promise((done) => setTimeout(done, 20))
      inside--
    }
    await Promise.all(Array.from({ length: 3 }, () => withLock(path, { onWait }, work)))
    expect(most).toBe(1)
    expect(waited).toEqual([process.pid, process.pid])
  })

  it('releases the lock when the work fails', async () => {
    const fail = withLock(path, {}, () => Promise.reject(new Error('no')))
    await expect(fail).rejects.toThrow('no')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('processIdentity', () => {
  it('is the same for a running process at each call, and null for one that has ended', () => {
    expect(processIdentity(process.pid)).toBe(processIdentity(process.pid))
    expect(processIdentity(2 ** 22 + 1)).toBeNull()
    expect(readFileSync('/proc/self/stat', 'utf8')).toContain(` ${processIdentity(process.pid)} `)
  })
})
