import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { killHung } from './role-process.mjs'

const folder = mkdtempSync(join(tmpdir(), 'halyard-health-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function begin() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
  const ended = once(child, 'exit').then(([, signal]) => signal as string)
  return { child, pid: child.pid!, ended }
}

it('a process that answered once is killed at its third failed check in a row', async () => {
  const { child, pid, ended } = begin()
  const path = join(folder, 'once')
  for (const healthy of [true, false, false, true, false, false]) killHung(pid, healthy, path)
  expect(child.kill(0)).toBe(true)
  killHung(pid, false, path)
  expect(await ended).toBe('SIGKILL')
})

it('one that never answered is left alone, also with what another one left behind', async () => {
  const first = begin()
  const path = join(folder, 'never')
  killHung(first.pid, true, path)
  const { child, pid, ended } = begin()
  for (let check = 0; check < 5; check++) killHung(pid, false, path)
  for (const one of [first.child, child]) expect(one.kill('SIGTERM')).toBe(true)
  expect(await ended).toBe('SIGTERM')
  await first.ended
})
