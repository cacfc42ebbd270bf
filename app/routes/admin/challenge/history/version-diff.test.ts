import { expect, it } from 'vitest'
import type { VersionContent } from '~/server/challenges/versions/contract'
import { changesOf } from './version-diff'

const content = (more: Partial<VersionContent> = {}): VersionContent => ({
  ...{
    title: 'Login',
    solution: '',
    checker: null,
    scoring: null,
    solutionPublic: false,
    content: '',
    category: 'Web',
    customCategory: null,
    hints: [],
    pricedHints: [],
    connections: [],
    attemptLimit: null,
    author: '',
    level: null,
    tags: [],
    requires: [],
    hideLocked: false,
    isEnabled: false,
    closesAt: null,
    releaseAt: null
  },
  ...{ originalScore: 500, minScoreRate: 0.25, difficulty: 5, fileName: 'a', attachment: null },
  files: [],
  ...{ flagTemplate: null, decoy: null, flags: { count: 0, digest: '', texts: [] }, containerImage: '' },
  ...{ containerCompose: null, memoryLimit: 64, cpuCount: 1, storageLimit: 256 },
  ...{ containerExposePort: 80, enableTrafficCapture: false, containerOptions: {}, solver: null },
  ...more
})

it('values are shown before and after, empty ones as null', () => {
  expect(changesOf(content(), content())).toEqual([])
  const after = content({ title: 'Log in', releaseAt: '2026-01-01T00:00:00.000Z', isEnabled: true })
  expect(changesOf(content(), after)).toEqual([
    { field: 'title', before: 'Login', after: 'Log in' },
    { field: 'isEnabled', before: 'false', after: 'true' },
    { field: 'releaseAt', before: null, after: '2026-01-01T00:00:00.000Z' }
  ])
  const file = { name: 'a.zip', url: null, hash: 'ab'.repeat(32) }
  expect(changesOf(content({ attachment: file }), content())).toEqual([
    { field: 'attachment', before: 'a.zip (abababababab)', after: null }
  ])
})

it('texts are compared by lines, with the lines around changes', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`)
  const before = content({ content: lines.join('\n') })
  const after = content({ content: [...lines.slice(0, 9), 'new', ...lines.slice(10)].join('\n') })
  expect(changesOf(before, after)).toEqual([
    {
      field: 'content',
      more: 0,
      lines: [
        { kind: 'gap', count: 6 },
        ...[6, 7, 8].map((i) => ({ kind: 'same', text: `line ${i}` })),
        { kind: 'removed', text: 'line 9' },
        { kind: 'added', text: 'new' },
        ...[10, 11, 12].map((i) => ({ kind: 'same', text: `line ${i}` })),
        { kind: 'gap', count: 7 }
      ]
    }
  ])
  expect(changesOf(content({ content: 'a' }), content({ content: 'a\nb' }))[0]).toMatchObject({
    lines: [
      { kind: 'same', text: 'a' },
      { kind: 'added', text: 'b' }
    ]
  })
})

it('long texts with nothing in common take bounded time and memory', () => {
  const long = (word: string) => Array.from({ length: 20_000 }, (_, i) => `${word}${i * 7919}`).join('\n')
  const started = performance.now()
  const [change] = changesOf(content({ content: long('a') }), content({ content: long('b') }))
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(change).toMatchObject({ field: 'content', more: 39_000 })
})
