import { expect, it } from 'vitest'
import { differenceOf } from './difference'

it('values stand beside each other, also those of one side only', () => {
  const before = { title: 'Old', hidden: true, gone: [1] }
  const after = { title: 'New', hidden: false, limit: 0, note: null }
  expect(differenceOf({ before, after })).toEqual([
    { name: 'title', before: 'Old', after: 'New' },
    { name: 'hidden', before: 'true', after: 'false' },
    { name: 'limit', before: null, after: '0' },
    { name: 'note', before: null, after: '' },
    { name: 'gone', before: '[1]', after: null }
  ])
})

it('an entry without values has no difference, and long values are cut', () => {
  expect(differenceOf({ before: null, after: null })).toEqual([])
  const [long] = differenceOf({ before: null, after: { text: 'x'.repeat(9000) } })
  expect(long?.after).toHaveLength(501)
})
