import { expect, it } from 'vitest'
import { faultOf } from './fault'

it('a file that the server would refuse is refused before it is sent', () => {
  const fault = (name: string, size: number) => faultOf({ name, size }, 100)
  expect(fault('a.pdf', 100)).toBeNull()
  expect(fault('a.PDF', 100)).toBe('writeup:form.not_pdf')
  expect(fault('a.pdf.exe', 100)).toBe('writeup:form.not_pdf')
  expect(fault('a.pdf', 0)).toBe('writeup:form.empty')
  expect(fault('a.pdf', 101)).toBe('writeup:form.too_large')
})
