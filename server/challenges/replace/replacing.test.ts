import { describe, expect, it } from 'vitest'
import { patternOf } from './replacing'

const places = (content: string, find: string, whole = true) =>
  [...content.matchAll(patternOf({ find, whole }))].map(({ index }) => index)

describe('a searched text', () => {
  it('a searched text is literal, whatever its characters mean elsewhere', () => {
    expect(places('nc HOST PORT', 'HOST')).toEqual([3])
    expect(places('nc host', 'HOST')).toEqual([])
    const mark = '[Deploy]({instancer:a-b}) $& \\d+ (x|y)* ^ a.b/c'
    expect(places(`> ${mark}`, mark)).toEqual([2])
    expect(places('aXb', 'a.b')).toEqual([])
  })

  it('a whole word is not found inside a longer one, in any script', () => {
    expect(places('LOCALHOST HOST HOSTS _HOST (HOST)', 'HOST')).toEqual([10, 28])
    expect(places('LOCALHOST HOST', 'HOST', false)).toEqual([5, 10])
    expect(places('порты порт', 'порт')).toEqual([6])
    expect(places('e\u0301 e', 'e')).toEqual([3])
    expect(places('x{{a}}y', '{{a}}')).toEqual([1])
  })
})
