import { isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The /24 of IPv4 or /48 of IPv6, about one line or campus. Null for no address. */
export function networkOf(address: string): string | null {
  const ip = MAPPED.exec(address)?.[1] ?? address
  if (isIPv4(ip)) return `${ip.split('.').slice(0, 3).join('.')}.0/24`
  const [bare = ''] = ip.split('%')
  if (!isIPv6(bare)) return null
  // A URL normalises the many forms of IPv6.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 3).join(':')}::/48`
}

const familyOf = (network: string) => (network.includes(':') ? 6 : 4)

/** Networks of the larger family. */
export function mostOfAFamily(networks: readonly string[]): number {
  const six = networks.filter((network) => familyOf(network) === 6).length
  return Math.max(six, networks.length - six)
}
