import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMPLEX, leet, leetBits, SIMPLE } from './leet'
import { makeFlag, teamHash, templateBits, templateFault } from './template'

const HASH = '65744b452bf2'
const GUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

it("a team's hash equals that of the reference", () => {
  const token = '7:2YIvxcJ1h45QexgG1u/MIOokgaXnH3GJB5yMcVo0gsT0OX5sKtQQjllTZDkpZFueXIjZ1C+mAeOpOBfGjqByAg=='
  const salt = 'f59f48e58d4f19e1274a306908ed9520dd3847e11a17e298b2c0348d98ae4e12'
  expect(teamHash(salt, 42, token)).toBe(HASH)
})

describe('templateFault', () => {
  it.each([
    [null, null],
    ['  ', null],
    ['flag{[GUID]}', null],
    ['flag{[TEAM_HASH]}', null],
    ['[LEET]flag{this is a long sentence here}', null],
    ['[CLEET]flag{this is a long sentence here}', null],
    // No tag: all teams would get the same text.
    ['flag{this is a long sentence here}', 'challenge.flag_template_too_weak'],
    ['[LEET]flag{hello world}', 'challenge.flag_template_too_weak'],
    ['[LEET]this is a long sentence here', 'challenge.flag_template_too_weak'],
    ['[LEET]flag{[this is a long sentence here]}', 'challenge.flag_template_too_weak'],
    ['[LEET]', 'challenge.flag_template_too_weak'],
    ['[GUID][GUID][GUID][GUID]', 'challenge.flag_template_too_long']
  ])('the template %s has the fault %s', (template, fault) => expect(templateFault(template)).toBe(fault))
})

describe('entropy', () => {
  it('the entropy equals that of the reference for the same characters', () => {
    expect(leetBits('flag{hello world}', SIMPLE)).toBeCloseTo(14.7549, 4)
    expect(leetBits('flag{this_is_a_long_sentence_here}', SIMPLE)).toBeCloseTo(34.0196, 4)
    expect(templateBits('[LEET]flag{hello world}')).toBeCloseTo(14.7549, 4)
    expect(templateBits('flag{hello world}')).toBe(0)
  })

  it('the larger table has no less entropy, except for characters that lost a shape', () => {
    expect(templateBits('[CLEET]flag{solid}')).toBeGreaterThan(templateBits('[LEET]flag{solid}'))
  })
})

describe('makeFlag', () => {
  const matches = (template: string | null, shape: string) =>
    expect(makeFlag(template, HASH)).toMatch(new RegExp(`^${shape}$`))

  it('makeFlag fills in the tags', () => {
    matches(null, `flag\\{${GUID}\\}`)
    matches(' ', `flag\\{${GUID}\\}`)
    matches('a b[TEAM_HASH]{c}', `a b${HASH}\\{c\\}`)
    matches('[LEET]ctf{[TEAM_HASH]}', `ctf\\{${HASH}\\}`)
    matches('[LEET]x y{z}[GUID]', `x_y\\{[zZ2]\\}${GUID}`)
    const [one, two] = makeFlag('[GUID]/[GUID]', HASH).split('/')
    expect(one).toBe(two)
    matches('flag{[LEET]_[TEAM_HASH]}', `flag\\{\\[LEET\\]_${HASH}\\}`)
  })

  const template = fc
    .tuple(
      fc.constantFrom('', '[LEET]', '[CLEET]'),
      fc.array(
        fc.oneof(
          fc.constantFrom('[GUID]', '[TEAM_HASH]', '{', '}', ' ', '_', '[', ']'),
          fc.string({ maxLength: 12 }),
          fc.constantFrom('hello', 'WORLD', '0123456789')
        ),
        { maxLength: 8 }
      )
    )
    .map(([tag, pieces]) => (tag + pieces.join('')).slice(0, 120))

  it('a flag of any valid template fits, needs no trimming and holds no tag', () => {
    fc.assert(
      fc.property(template, (text) => {
        fc.pre(templateFault(text) === null)
        const flag = makeFlag(text, HASH)
        expect(flag.length).toBeGreaterThan(0)
        expect(flag.length).toBeLessThanOrEqual(127)
        expect(flag.trim()).toBe(flag)
        expect(flag).not.toMatch(/\[GUID\]|\[TEAM_HASH\]|^\[C?LEET\](?!\[)/)
      }),
      { numRuns: 500 }
    )
  })

  it('each character becomes one of its shapes, or stays', () => {
    const undone = (table: typeof SIMPLE, character: string) =>
      Object.keys(table).filter((key) => table[key]!.includes(character))
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.constantFrom(SIMPLE, COMPLEX), (text, table) => {
        const result = [...leet(`{${text}`, table, (below) => below - 1)]
        const source = [...`{${text}`]
        expect(result).toHaveLength(source.length)
        for (const [place, character] of result.entries()) {
          const from = source[place]!
          const same = character === from || (from === ' ' && character === '_')
          expect(same || undone(table, character).includes(from.toUpperCase())).toBe(true)
        }
      })
    )
  })

  it('every shape is reached', () => {
    const seen = new Set(Array.from({ length: 400 }, () => makeFlag('[CLEET]{o}', HASH)))
    expect([...seen].sort()).toEqual(['{#}', '{0}', '{O}', '{o}'])
  })
})
