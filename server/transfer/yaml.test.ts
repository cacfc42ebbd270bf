import { expect, it } from 'vitest'
import { parseYaml } from './yaml'

it('a fault that no space mends is told where the reading stopped first', () => {
  const reason = () => {
    try {
      return parseYaml('name: a\ncategory: b\nvalue: 5\ntype: x\nflags: [\nabc')
    } catch (error) {
      return (error as { line: { params: { reason: string } } }).line.params.reason
    }
  }
  expect(reason()).toMatch(/ at line 6, column 1$/)
})
