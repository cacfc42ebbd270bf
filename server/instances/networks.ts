import { isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * The network that an address is in, as widely as one line of a provider or one campus has them: the /24 of IPv4, the /48
 * of IPv6. Null for what is no address.
 */
export function networkOf(address: string): string | null {
  const ip = MAPPED.exec(address)?.[1] ?? address
  if (isIPv4(ip)) return `${ip.split('.').slice(0, 3).join('.')}.0/24`
  const [bare = ''] = ip.split('%')
  if (!isIPv6(bare)) return null
  // Written in one of its many ways; a URL has but one.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 3).join(':')}::/48`
}

const familyOf = (network: string) => (network.includes(':') ? 6 : 4)

/** How many networks there are of the family that has more: who has both reaches a service by either. */
export function mostOfAFamily(networks: readonly string[]): number {
  const six = networks.filter((network) => familyOf(network) === 6).length
  return Math.max(six, networks.length - six)
}
