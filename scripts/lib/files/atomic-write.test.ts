import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'
import { writeFileAtomic } from './atomic-write.mjs'

it('a file has its old content or the new one, never a part, when the disk is full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-atomic-write-'))
  const path = join(folder, 'password')
  const source = `const { writeFileAtomic } = await import('${inRoot('scripts/lib/files/atomic-write.mjs')}')
    writeFileAtomic('${path}', 'new')`
  // `ulimit -f 0` lets no file grow, as on a full disk.
  const onFullDisk = () =>
    spawnSync('sh', ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, source])
  try {
    expect(onFullDisk().status).toBe(1)
    expect(readdirSync(folder)).toEqual([])
    writeFileAtomic(path, 'old')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(onFullDisk().status).toBe(1)
    expect(readdirSync(folder)).toEqual(['password'])
    expect(readFileSync(path, 'utf8')).toBe('old')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
