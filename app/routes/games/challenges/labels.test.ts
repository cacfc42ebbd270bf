import { expect, it } from 'vitest'
import type { ChallengeView } from '~/server/challenges/contract'
import { filterHtml, labelsHtml } from './labels'

const t = (key: string, params = {}) => [key, ...Object.values(params)].join(' ')
const view = (more: object) => ({ author: '', level: null, tags: [], ...more }) as unknown as ChallengeView

it('challenges without labels have none', () => {
  expect(labelsHtml(view({}), t)).toBeNull()
  expect(filterHtml([{}], t)).toBeNull()
})

it('levels and tags are links, without markup of authors', () => {
  const html = labelsHtml(view({ author: '<b>', level: 'Easy', tags: ['a&"b'] }), t)
  expect(html).toBe(
    '<span>labels:by &#60;b&#62;</span> ' +
      '<a class="badge" href="?q=%23easy"><bdi>labels:of.Easy</bdi></a> ' +
      '<a class="badge" href="?q=%23a%26%22b"><bdi>a&#38;&#34;b</bdi></a>'
  )
})

it('levels are offered from the easiest on, and each tag of the most challenges once', () => {
  const words = (html: string | null) => [...html!.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, word]) => word)
  const board = [
    { labels: { level: 'Hard' as const, tags: ['Heap'] } },
    { labels: { level: 'Easy' as const, tags: ['heap', 'zip'] } },
    { labels: { tags: ['secret'], requires: [1], hideLocked: true as const } },
    { labels: { tags: Array.from({ length: 30 }, (_, at) => `x${at}`) } }
  ]
  const shown = words(filterHtml(board, t))
  expect(shown.slice(0, 3)).toEqual(['labels:of.Easy', 'labels:of.Hard', 'Heap'])
  expect(shown).not.toContain('secret')
  expect(shown).toHaveLength(26)
  expect(shown.at(-1)).toBe('zip')
})
