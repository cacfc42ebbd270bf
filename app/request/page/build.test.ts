import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readCheckout, readRelease } from './build'

const GIVEN = {
  VITE_BUILD_TAG: 'v1.12.0',
  VITE_BUILD_SHA: '3f9c1e7a'.repeat(5),
  VITE_BUILD_TIMESTAMP: '2026-11-20T09:00:00Z',
  VITE_BUILD_REPO: 'https://git.example.org/halyard'
}

describe('facts about the build', () => {
  it('the facts are shown when every one is valid', () => {
    expect(readRelease(GIVEN)).toEqual({
      rawTag: 'v1.12.0',
      sha: GIVEN.VITE_BUILD_SHA,
      timestamp: '2026-11-20T09:00:00Z',
      repo: 'https://git.example.org/halyard'
    })
    expect(readRelease({ ...GIVEN, VITE_BUILD_TAG: 'develop' })).toMatchObject({ rawTag: 'develop' })
  })

  it.each([
    ['TAG', undefined],
    ['TAG', '1.12.0'],
    ['TAG', 'v1.12'],
    ['TAG', 'v1.12.0-rc1'],
    ['TAG', 'development'],
    ['SHA', '3f9c1e7'],
    ['SHA', 'x'.repeat(40)],
    ['SHA', '3'.repeat(41)],
    ['TIMESTAMP', '2026-11-20'],
    ['TIMESTAMP', '2026-11-20T09:00:00.000Z'],
    ['TIMESTAMP', '2026-13-20T09:00:00Z'],
    ['REPO', undefined],
    ['REPO', 'javascript:alert(1)']
  ])('there are no facts with %s %s', (name, value) => {
    expect(readRelease({ ...GIVEN, [`VITE_BUILD_${name}`]: value })).toBeNull()
  })
})

describe('the commit of a checkout', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')))
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, ...words])
      .toString()
      .trim()
  afterAll(() => rmSync(folder, { recursive: true }))

  it('a folder outside of a checkout has no commit', async () => {
    expect(await readCheckout(folder)).toBeNull()
  })

  it('a checkout has its last commit, but no folder inside of another one', async () => {
    git('init', '-q')
    expect(await readCheckout(folder), 'nothing is committed').toBeNull()
    const me = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
    git(...me, 'commit', '-q', '--allow-empty', '-m', 'x', '--date', '2026-01-31T12:00:00Z')
    expect(await readCheckout(folder)).toEqual({ sha: git('rev-parse', 'HEAD'), at: expect.any(Date) })
    mkdirSync(join(folder, 'inside'))
    expect(await readCheckout(join(folder, 'inside'))).toBeNull()
  })
})
