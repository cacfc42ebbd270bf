import { expect, it } from 'vitest'
import { titleOf } from './calls'

it('finds the words of a refusal, and none in what is no answer of ours', () => {
  expect(titleOf('{"title":"Too large","status":413}')).toBe('Too large')
  for (const body of ['', '<h1>Bad gateway</h1>', 'null', '{}', '{"title":5}', '{"title":""}'])
    expect(titleOf(body)).toBe('')
})
