import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { networkInterfaces } from 'node:os'
import { CLOSED_RANGES } from '~/server/platform/network/firewall'

const closed = new BlockList()
for (const range of CLOSED_RANGES) {
  const [base, bits] = range.split('/') as [string, string]
  closed.addSubnet(base, Number(bits))
}

export const isClosedAddress = (address: string): boolean => closed.check(address)

const OF_INSTANCES = /^ha[li]-/

/** Includes interfaces that are down, such as Docker's without containers. */
function localAddresses(): string[] {
  let table: string
  try {
    table = readFileSync('/proc/net/fib_trie', 'utf8')
  } catch {
    return []
  }
  return [...table.matchAll(/\|-- (\S+)\n\s+\/32 host LOCAL/g)].map(([, address]) => address!)
}

/** Running interfaces first; without loopback and the gateways of instances, which may be thousands. */
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
