import { expect, it } from 'vitest'
import { disposition } from './download'

it('names in every language are encoded, and cannot break out of their quotes', () => {
  const attachment = (name: string) => disposition('attachment', name)
  expect(attachment('Ebb & Flow_1.xlsx')).toBe(
    `attachment; filename="Ebb & Flow_1.xlsx"; filename*=UTF-8''Ebb%20%26%20Flow_1.xlsx`
  )
  expect(attachment('é"旗;%\r\n/\\..x')).toBe(
    `attachment; filename="e_________..x"; filename*=UTF-8''%C3%A9%22%E6%97%97%3B%25____..x`
  )
  expect(attachment(`a'(b)*\ud800`)).toContain(`filename*=UTF-8''a%27%28b%29%2A_`)
  expect(disposition('inline', "x'\r\nSet-Cookie: a=b\ud800")).toBe(
    `inline; filename="x'__Set-Cookie: a=b_"; filename*=UTF-8''x%27__Set-Cookie%3A%20a%3Db_`
  )
  expect(attachment('n'.repeat(10_000)).length).toBeLessThan(600)
})
