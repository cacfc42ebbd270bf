import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRunning, stopOrphans, writeRunFile } from './run-file.mjs'

let folder: string

const STATE = { ready: true, url: 'http://localhost:1', env: { PORT: '1' } }
const path = () => join(folder, 'run.json')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-run-file-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('readRunning', () => {
  it('returns what the launcher wrote, without children that do not run', () => {
    writeRunFile(folder, {
      ...STATE,
      children: [
        { name: 'web', pid: process.pid },
        { name: 'jobs', pid: null }
      ]
    })
    expect(readRunning(folder)).toMatchObject({
      ...STATE,
      pid: process.pid,
      children: [{ name: 'web', pid: process.pid }]
    })
  })

  it('returns null for a platform that is not ready', () => {
    writeRunFile(folder, { ...STATE, ready: false, children: [] })
    expect(readRunning(folder)).toBeNull()
  })

  it('returns null in a copy of the folder', () => {
    writeRunFile(folder, { ...STATE, children: [] })
    const copy = `${folder}-copy`
    try {
      cpSync(folder, copy, { recursive: true })
      expect(readRunning(copy)).toBeNull()
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })

  it('returns null when the launcher has ended, even if another process has its pid now', () => {
    writeRunFile(folder, { ...STATE, children: [] })
    const written = JSON.parse(readFileSync(path(), 'utf8')) as Record<string, unknown>
    writeFileSync(path(), JSON.stringify({ ...written, identity: 'earlier' }))
    expect(readRunning(folder)).toBeNull()
  })

  it.each(['', '{"pid":', '[]', 'null', '{"pid":"1","ready":true}'])('returns null for %j', (content) => {
    writeFileSync(path(), content)
    expect(readRunning(folder)).toBeNull()
  })
})

describe('stopOrphans', () => {
  it('stops the recorded children that still run, and no process that only has the pid of one', async () => {
    const orphan = spawn('sleep', ['60'], { detached: true })
    const stranger = spawn('sleep', ['60'], { detached: true })
    const exit = once(orphan, 'exit')
    writeRunFile(folder, {
      ...STATE,
      children: [
        { name: 'web', pid: orphan.pid ?? null },
        { name: 'jobs', pid: stranger.pid ?? null }
      ]
    })
    const written = JSON.parse(readFileSync(path(), 'utf8')) as { children: Record<string, unknown>[] }
    const children = written.children.map((child) =>
      child.name === 'jobs' ? { ...child, identity: 'earlier' } : child
    )
    writeFileSync(path(), JSON.stringify({ ...written, children }))
    await stopOrphans(folder)
    expect(await exit).toEqual([null, 'SIGTERM'])
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    stranger.kill()
  })
})
