import { describe, expect, it } from 'vitest'
import { readBuildInfo } from './build'

const GIVEN = {
  VITE_BUILD_TAG: 'v1.12.0',
  VITE_BUILD_SHA: '3f9c1e7a'.repeat(5),
  VITE_BUILD_TIMESTAMP: '2026-11-20T09:00:00Z',
  VITE_BUILD_REPO: 'https://git.example.org/halyard'
}

describe('facts about the build', () => {
  it('are shown when every one has its form', () => {
    expect(readBuildInfo(GIVEN)).toEqual({
      rawTag: 'v1.12.0',
      sha: GIVEN.VITE_BUILD_SHA,
      timestamp: '2026-11-20T09:00:00Z',
      repo: 'https://git.example.org/halyard'
    })
    expect(readBuildInfo({ ...GIVEN, VITE_BUILD_TAG: 'develop' })).toMatchObject({ rawTag: 'develop' })
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
  ])('are none with %s %s', (name, value) => {
    expect(readBuildInfo({ ...GIVEN, [`VITE_BUILD_${name}`]: value })).toBeNull()
  })
})
