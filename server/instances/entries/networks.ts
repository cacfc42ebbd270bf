import { isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * The network of an address: the /24 of IPv4, the /48 of IPv6, about what one line of a provider or one campus has. Null
 * for what is no address.
 */
export function networkOf(address: string): string | null {
  const ip = MAPPED.exec(address)?.[1] ?? address
  if (isIPv4(ip)) return `${ip.split('.').slice(0, 3).join('.')}.0/24`
  const [bare = ''] = ip.split('%')
  if (!isIPv6(bare)) return null
  // IPv6 can be written in many ways; a URL normalises it.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 3).join(':')}::/48`
}

const familyOf = (network: string) => (network.includes(':') ? 6 : 4)

/** How many networks there are of the family that has more. */
export function mostOfAFamily(networks: readonly string[]): number {
  const six = networks.filter((network) => familyOf(network) === 6).length
  return Math.max(six, networks.length - six)
}
