import { describe, expect, it } from 'vitest'
import { safeJson } from './page'

describe('safeJson', () => {
  it('cannot end its script element, and reads back the same', () => {
    const value = { text: '</script><!-- <script> \u2028\u2029', n: 1 }
    const json = safeJson(value)
    expect(json).not.toMatch(/[<\u2028\u2029]/)
    expect(JSON.parse(json)).toEqual(value)
  })
})
