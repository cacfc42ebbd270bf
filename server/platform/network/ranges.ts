import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'

/** Fewer bits would take in whole parts of the internet, not networks of an operator. */
const MIN_BITS: Record<Family, number> = { ipv4: 8, ipv6: 7 }

const familyOf = (address: string): Family | null => {
  const family = isIP(address)
  return family === 0 ? null : family === 4 ? 'ipv4' : 'ipv6'
}

function parsed(range: string): { base: string; bits: number; family: Family } | null {
  const [base = '', given, ...more] = range.split('/')
  const family = familyOf(base)
  if (!family || more.length > 0 || (given !== undefined && !/^\d{1,3}$/.test(given))) return null
  const most = family === 'ipv4' ? 32 : 128
  const bits = given === undefined ? most : Number(given)
  return bits >= MIN_BITS[family] && bits <= most ? { base, bits, family } : null
}

/** True for an address or a range such as `10.0.0.0/8` that is narrow enough to be an operator's own network. */
export const isOwnRange = (range: string): boolean => parsed(range) !== null

/** Returns a test whether an address lies in one of the ranges. @throws Error for an invalid range */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  // Two lists: in a common one, the range of mapped addresses closes all of IPv4.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of ranges) {
    const found = parsed(range)
    if (!found) throw new Error(`${range} is no range of addresses`)
    lists[found.family].addSubnet(found.base, found.bits, found.family)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== null && lists[family].check(address, family)
  }
}
