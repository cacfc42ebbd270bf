import { describe, expect, it } from 'vitest'
import { safeJson } from './page'

describe('safeJson', () => {
  it('the JSON cannot end its script element, and parses to the same value', () => {
    const value = { text: '</script><!-- <script> \u2028\u2029', n: 1 }
    const json = safeJson(value)
    expect(json).not.toMatch(/[<\u2028\u2029]/)
    expect(JSON.parse(json)).toEqual(value)
  })
})
