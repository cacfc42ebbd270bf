import { expect, it } from 'vitest'
import { changedLabels } from './changes'

it('changed fields are named once, in the order of the form', () => {
  const entry = (label: string, was: string, now: string) => ({ label, was, now })
  expect(changedLabels([])).toEqual([])
  expect(
    changedLabels([
      entry('Title', 'a', 'a'),
      entry('Kind', 'true', 'false'),
      entry('Kind', 'false', 'true'),
      entry('Summary', '', ' ')
    ])
  ).toEqual(['Kind', 'Summary'])
})
