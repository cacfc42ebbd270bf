import { describe, expect, it } from 'vitest'
import type { ChallengeView } from '~/server/challenges/contract'
import { sheetOf } from './sheet'

const challenge: ChallengeView = {
  author: '',
  level: null,
  tags: [],
  id: 420,
  title: 'GraphQuill',
  content: 'Read `quill`.<script>alert(1)</script>',
  category: 'Web',
  customCategory: null,
  hints: ['*before* hashing<img src=x onerror=alert(1)>'],
  pricedHints: [],
  connections: [],
  attempts: null,
  blocked: null,
  closesAt: null,
  hintTimes: ['2026-11-21T10:00:00+00:00'],
  score: 482,
  type: 'StaticAttachment',
  context: { closeTime: null, instanceEntry: null, url: null, fileSize: null },
  files: [],
  solved: false,
  practised: false
}
const attached = (url: string, name: string, size: number | null = null) =>
  sheetOf({ ...challenge, files: [{ url, name, size, sha256: null }] }, String).files

describe('the sheet of a challenge', () => {
  it('the Markdown is safe HTML', () => {
    const { html, hints, files } = sheetOf(challenge, String)
    expect(html?.trim()).toBe('<p>Read <code>quill</code>.</p>')
    expect(hints).toEqual([{ html: '<em>before</em> hashing', at: Date.UTC(2026, 10, 21, 10) }])
    expect(files).toEqual([])
    expect(sheetOf({ ...challenge, content: '', hints: null, hintTimes: [] }, String)).toMatchObject({
      html: null,
      hints: []
    })
  })

  it('our files and those of other sites are told apart, and other addresses are left out', () => {
    expect(attached('/assets/ab/ship%20log.tar.gz', 'ship log.tar.gz', 48_200)).toEqual([
      {
        url: '/assets/ab/ship%20log.tar.gz',
        name: 'ship log.tar.gz',
        external: false,
        note: '48.2 KB',
        digest: null
      }
    ])
    expect(attached('javascript:alert(1)', 'x')).toEqual([])
    expect(attached('https://files.example.org/a/b', 'files.example.org')).toMatchObject([
      { name: 'files.example.org', external: true }
    ])
  })
})
