import { expect, it } from 'vitest'
import { fileName } from './multipart'

it.each([
  ['a.zip', 'a.zip'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\flag.txt', 'flag.txt'],
  ['..', ''],
  ['a/..', ''],
  ['x\0\u202ey.pdf', 'xy.pdf'],
  ['  n.pdf ', 'n.pdf'],
  [undefined, ''],
  ['题目.zip', '题目.zip']
])('the name %j is kept as %j', (given, kept) => expect(fileName(given)).toBe(kept))

it('a long name keeps its ending', () => {
  const name = fileName(`${'n'.repeat(10_000)}.pdf`)
  expect(name).toHaveLength(255)
  expect(name.endsWith('n.pdf')).toBe(true)
})
