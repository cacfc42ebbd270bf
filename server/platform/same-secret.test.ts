import { expect, it } from 'vitest'
import { sameSecret } from './same-secret'

it('texts are the same to the last byte, whatever their lengths and letters', () => {
  for (const text of ['', 'code', 'код', '0'.repeat(1000)]) expect(sameSecret(text, text)).toBe(true)
  for (const other of ['', 'Code', 'code ', 'cod', 'codé', 'x'.repeat(1000)])
    expect(sameSecret(other, 'code'), other).toBe(false)
})
