import { describe, expect, it } from 'vitest'
import { flagSubmitInput, shownVerdict } from './contract'

describe('a flag', () => {
  it('a flag is trimmed after its length was checked', () => {
    expect(flagSubmitInput.parse({ flag: ' flag{a b} ' }).flag).toBe('flag{a b}')
    expect(flagSubmitInput.safeParse({ flag: ' '.repeat(1025) }).error?.issues[0]?.message).toBe(
      'field.flag_too_long'
    )
  })

  it.each([
    [{ flag: ' \t' }, 'field.flag_required'],
    [{ flag: 'x'.repeat(1025) }, 'field.flag_too_long'],
    [{ flag: 7 }, 'field.flag_required'],
    [{}, 'field.flag_required'],
    [{ flag: 'a\0b' }, 'field.characters'],
    [{ flag: 'a\ud800' }, 'field.characters']
  ])('the flag %j is refused', (input, code) => {
    expect(flagSubmitInput.safeParse(input).error?.issues[0]?.message).toBe(code)
  })

  it('a flag may contain any language and emoji', () => {
    expect(flagSubmitInput.parse({ flag: 'flag{旗🏁}' }).flag).toBe('flag{旗🏁}')
  })
})

it('cheating is shown as a wrong flag', () => {
  expect(shownVerdict('CheatDetected')).toBe('WrongAnswer')
  expect(shownVerdict('NotFound')).toBe('NotFound')
})
