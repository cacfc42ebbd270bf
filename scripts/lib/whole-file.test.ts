import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inRoot } from './paths.mjs'
import { writeWhole } from './whole-file.mjs'

it('writes all or nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-whole-'))
  const path = join(folder, 'password')
  const source = `const { writeWhole } = await import('${inRoot('scripts/lib/whole-file.mjs')}')
    writeWhole('${path}', 'new')`
  // No file may grow, which is what a full disk looks like.
  const onFullDisk = () =>
    spawnSync('sh', ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, source])
  try {
    expect(onFullDisk().status).toBe(1)
    expect(readdirSync(folder)).toEqual([])
    writeWhole(path, 'old')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(onFullDisk().status).toBe(1)
    expect(readdirSync(folder)).toEqual(['password'])
    expect(readFileSync(path, 'utf8')).toBe('old')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
