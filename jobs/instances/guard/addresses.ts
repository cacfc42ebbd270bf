import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { networkInterfaces } from 'node:os'
import { CLOSED_RANGES } from '~/server/platform/network/firewall'

const closed = new BlockList()
for (const range of CLOSED_RANGES) {
  const [base, bits] = range.split('/') as [string, string]
  closed.addSubnet(base, Number(bits))
}

/** Whether an IPv4 address is private, of a provider's inside, link-local, multicast or otherwise not of the internet. */
export const isClosedAddress = (address: string): boolean => closed.check(address)

/** Network interfaces of instances. */
const OF_INSTANCES = /^ha[li]-/

/** What the kernel takes for itself, also on interfaces that are down, such as Docker's own while it has no containers. */
function localAddresses(): string[] {
  let table: string
  try {
    table = readFileSync('/proc/net/fib_trie', 'utf8')
  } catch {
    return []
  }
  return [...table.matchAll(/\|-- (\S+)\n\s+\/32 host LOCAL/g)].map(([, address]) => address!)
}

/**
 * The IPv4 addresses of this machine beside loopback, those of running interfaces first. Without the gateways of
 * instances, of which there may be thousands; they are private anyway.
 */
export function ownAddresses(): string[] {
  const running = Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? []).map(({ family, address }) => ({ name, family, address }))
  )
  const own = running.filter(({ name, family }) => family === 'IPv4' && !OF_INSTANCES.test(name))
  const instances = new Set(
    running.filter(({ name }) => OF_INSTANCES.test(name)).map(({ address }) => address)
  )
  const all = [...own.map(({ address }) => address), ...localAddresses()]
  return [...new Set(all)].filter((address) => !address.startsWith('127.') && !instances.has(address))
}
