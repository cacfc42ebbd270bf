import { lookup } from 'node:dns/promises'
import { isIPv4 } from 'node:net'
import type { ResolvedHost } from '../engine/engine'
import { isClosedAddress, ownAddresses } from './addresses'

/** The reason why an instance cannot have its egress; codes are START_ERRORS. `message` is for administrators. */
export class EgressRefused extends Error {
  constructor(
    readonly code: 'egress_unresolved' | 'egress_unguarded',
    message: string
  ) {
    super(message)
    this.name = 'EgressRefused'
  }
}

const ENTRY = /^([A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?\.?):(\d{1,5})$/
const DEADLINE_MS = 10_000

const refuse = (message: string) => new EgressRefused('egress_unresolved', message)

function readEntry(entry: string): { name: string; port: number } {
  const [, name, port] = ENTRY.exec(entry.trim()) ?? []
  if (!name || Number(port) < 1 || Number(port) > 65_535) throw refuse(`${entry} is not a host and port`)
  return { name, port: Number(port) }
}

async function addressesOf(name: string): Promise<string[]> {
  if (isIPv4(name)) return [name]
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), DEADLINE_MS)
  })
  try {
    // Instances have no IPv6.
    const found = await Promise.race([lookup(name, { all: true, family: 4 }), late])
    return [...new Set(found.map(({ address }) => address))].sort()
  } catch (error) {
    throw refuse(
      `${name} has no IPv4 address: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`
    )
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Resolves `host:port` once. Throws EgressRefused `egress_unresolved` for unknown, private and own addresses.
 */
export async function resolveHosts(entries: readonly string[]): Promise<ResolvedHost[]> {
  const own = new Set(ownAddresses())
  return Promise.all(
    entries.map(async (entry) => {
      const { name, port } = readEntry(entry)
      const addresses = await addressesOf(name)
      const bad = addresses.find((address) => isClosedAddress(address) || own.has(address))
      if (bad) throw refuse(`${name} is ${bad}, which is no address of the internet`)
      return { name, addresses, port }
    })
  )
}
