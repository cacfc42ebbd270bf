import { existsSync } from 'node:fs'
import {
  BRIDGED_PACKETS,
  CHAINS,
  chainsV4,
  chainsV6,
  filterTable,
  IPV6,
  JUMPS,
  jumpsTo
} from '~/server/platform/network/firewall'
import type { ResolvedHost } from '../engine/engine'
import { type Family, FirewallError, readChain, restoreTable } from './iptables'

/** Attempts, because other programs may have changed the rules since they were read. */
const ATTEMPTS = 4

async function attempt(work: () => Promise<void>) {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await work()
    } catch (error) {
      const hopeless = !(error instanceof FirewallError) || error.fault !== 'failed'
      if (hopeless || left === 1) throw error
    }
  }
}

/** Rewrites our chains, and makes the system's chains jump there first, in one step. */
async function putChains(family: Family, chains: string[]) {
  const lines = [...chains]
  if (family === 'iptables' && (await readChain(family, CHAINS.hosts)) === null) {
    lines.unshift(`:${CHAINS.hosts} - [0:0]`)
  }
  for (const [from, target] of JUMPS) {
    const present = await readChain(family, from)
    if (present === null) continue
    const jumps = jumpsTo(target)
    const ours = present.filter((rule) => jumps.includes(rule))
    if (ours.length === jumps.length && jumps.every((rule, n) => present[n] === rule)) continue
    lines.push(...ours.map((rule) => `-D ${from} ${rule}`))
    lines.push(...jumps.map((rule, n) => `-I ${from} ${n + 1} ${rule}`))
  }
  await restoreTable(family, filterTable(lines))
}

/** Puts the chains of all installs first; allowed hosts stay. Throws FirewallError. */
export async function putAllChains(pool: string): Promise<void> {
  await attempt(() => putChains('iptables', chainsV4(pool, { bridged: existsSync(BRIDGED_PACKETS) })))
  if (existsSync(IPV6)) await attempt(() => putChains('ip6tables', chainsV6()))
}

interface Allowance {
  bridge: string
  hosts: readonly ResolvedHost[]
}

const rulesOf = ({ bridge, hosts }: Allowance, mark: string) =>
  hosts.flatMap(({ addresses, port }) =>
    addresses.map(
      (address) =>
        `-d ${address}/32 -i ${bridge} -p tcp -m tcp --dport ${port} -m comment --comment ${mark} -j ACCEPT`
    )
  )

const wordsOf = (rule: string): string[] => rule.replaceAll('"', '').split(' ')

/** Rules of a mark, as the firewall words them. */
async function rulesWith(mark: string): Promise<string[]> {
  const present = (await readChain('iptables', CHAINS.hosts)) ?? []
  return present.filter((rule) => wordsOf(rule).includes(mark))
}

async function change(removed: readonly string[], added: readonly string[]): Promise<void> {
  if (removed.length + added.length === 0) return
  await restoreTable(
    'iptables',
    filterTable([
      ...removed.map((rule) => `-D ${CHAINS.hosts} ${rule}`),
      ...added.map((rule) => `-A ${CHAINS.hosts} ${rule}`)
    ])
  )
}

/** Replaces the allowances of one interface; no hosts: it gets none. Throws FirewallError. */
export function replaceAllowance(mark: string, allowance: Allowance): Promise<void> {
  return attempt(async () => {
    const old = (await rulesWith(mark)).filter((rule) => wordsOf(rule).includes(allowance.bridge))
    await change(old, rulesOf(allowance, mark))
  })
}

/** The words in one order: what the firewall prints may have them in another than it was told. */
const keyOf = (rule: string): string => wordsOf(rule).sort().join(' ')

/**
 * Makes all allowances of a mark those that `read` tells. It is asked after the rules were read: who allows something stores it
 * first, so that nothing is removed that was allowed meanwhile. Throws FirewallError, and what `read` throws.
 */
export function syncAllowances(mark: string, read: () => Promise<readonly Allowance[]>): Promise<void> {
  return attempt(async () => {
    const present = await rulesWith(mark)
    const wanted = (await read()).flatMap((allowance) => rulesOf(allowance, mark))
    const missing = new Map(wanted.map((rule) => [keyOf(rule), rule]))
    // What is there twice stays once.
    const removed = present.filter((rule) => !missing.delete(keyOf(rule)))
    await change(removed, [...missing.values()])
  })
}
