import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeStartable } from './postgres-cluster.mjs'

let cluster: string
beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'halyard-cluster-'))
})
afterEach(() => rmSync(cluster, { recursive: true }))

describe('makeStartable', () => {
  it('disowns files of an ended server that name the pid of another program', async () => {
    const file = `${process.pid}\n/proc/self/cwd\n1700000000\n5432\n`
    writeFileSync(join(cluster, 'postmaster.pid'), file)
    writeFileSync(join(cluster, '.s.PGSQL.5432.lock'), file)
    writeFileSync(join(cluster, '.s.PGSQL.5432'), '')
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
    await makeStartable(cluster)
    expect(readdirSync(cluster).sort()).toEqual(['PG_VERSION', 'postmaster.pid'])
  })
})
