import { expect, it } from 'vitest'
import { errorTitleOf } from './calls'

it('the message of a refusal is found, and none in a response that is not ours', () => {
  expect(errorTitleOf('{"title":"Too large","status":413}')).toBe('Too large')
  for (const body of ['', '<h1>Bad gateway</h1>', 'null', '{}', '{"title":5}', '{"title":""}'])
    expect(errorTitleOf(body)).toBe('')
})
