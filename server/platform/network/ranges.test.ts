import { expect, it } from 'vitest'
import { inRanges, isOwnRange } from './ranges'

it('an address lies in a range of its own family', () => {
  const isIn = inRanges(['10.20.0.0/16', '192.168.1.7', 'fd00::/8'])
  for (const address of ['10.20.0.1', '10.20.255.255', '192.168.1.7', 'fd12::1'])
    expect([address, isIn(address)]).toEqual([address, true])
  for (const address of ['10.21.0.1', '192.168.1.8', '127.0.0.1', 'fe80::1', '::1', 'chat.example', ''])
    expect([address, isIn(address)]).toEqual([address, false])
})

it('what is no range, or takes in more than networks of an operator, is refused', () => {
  for (const range of ['', '/8', '10.0.0.0/', '10.0.0.0/7', 'fc00::/6', '10.0.0.0/8 ', 'localhost'])
    expect([range, isOwnRange(range)]).toEqual([range, false])
  expect(() => inRanges(['0.0.0.0/0'])).toThrow('0.0.0.0/0 is no range')
})
