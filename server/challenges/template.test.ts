import { describe, expect, it } from 'vitest'
import { templateFault } from './template'

describe('templateFault', () => {
  it.each([
    ['flag{[GUID]}', null],
    ['flag{[TEAM_HASH]}', null],
    ['[LEET]flag{this is a long sentence here}', null],
    ['[CLEET]flag{this is a long sentence here}', null],
    // No tag: the same text for every team.
    ['flag{this is a long sentence here}', 'challenge.flag_template_too_weak'],
    // 14.75 bits: the tag itself counts for nothing.
    ['[LEET]flag{hello world}', 'challenge.flag_template_too_weak'],
    // Leet is off outside braces and inside brackets.
    ['[LEET]this is a long sentence here', 'challenge.flag_template_too_weak'],
    ['[LEET]flag{[this is a long sentence here]}', 'challenge.flag_template_too_weak'],
    ['[GUID][GUID][GUID][GUID]', 'challenge.flag_template_too_long']
  ])('%s', (template, fault) => expect(templateFault(template)).toBe(fault))
})
