import { expect, it } from 'vitest'
import { attachment } from './download'

it('names a file in every language, and lets no name out of its quotes', () => {
  expect(attachment('Ebb & Flow_1.xlsx')).toBe(
    `attachment; filename="Ebb & Flow_1.xlsx"; filename*=UTF-8''Ebb%20%26%20Flow_1.xlsx`
  )
  expect(attachment('é"旗;%\r\n/\\..x')).toBe(
    `attachment; filename="e______ __..x"; filename*=UTF-8''%C3%A9%22%E6%97%97%3B%25____..x`.replace(
      '______ __',
      '_________'
    )
  )
  expect(attachment(`a'(b)*\ud800`)).toContain(`filename*=UTF-8''a%27%28b%29%2A_`)
})
