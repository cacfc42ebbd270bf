import type { Log } from '~/server/platform/log'
import { sha256Hex } from '~/server/platform/sha256'
import { namesOf } from '../engine/docker/names'
import type { ResolvedHost } from '../engine/engine'
import { putAllChains, replaceAllowance, syncAllowances } from './chains'
import { EgressRefused } from './egress'
import { FirewallError } from './iptables'

/** `not_permitted`: only root may; `failed`: see the log. */
type GuardResult = 'installed' | 'not_permitted' | 'no_iptables' | 'off' | 'failed'

export interface Guard {
  /** Result of the last `install`; `off` before it. */
  readonly state: GuardResult
  /**
   * Puts the rules before all others, and allows what `allowed` tells, nothing else. Can be repeated, also beside other installs
   * and other processes of this one. Never throws.
   */
  install(): Promise<GuardResult>
  /**
   * Allows TCP to these hosts alone; `allowed` must tell them already. Throws FirewallError, EgressRefused `egress_unguarded`
   * without our rules.
   */
  allow(instance: string, hosts: readonly ResolvedHost[]): Promise<void>
  /** Reverts `allow`. Throws FirewallError. */
  revoke(instance: string): Promise<void>
}

interface GuardOptions {
  /** `off`: the operator sets the rules, or the engine is on another machine. */
  mode: 'auto' | 'off'
  pool: string
  /** Distinguishes the installs on a machine, as in the engine's labels. */
  install: string
  /** What instances of the install may connect to, whichever process started them. */
  allowed(): Promise<ReadonlyMap<string, readonly ResolvedHost[]>>
  log: Log
}

/** Comment of rules for hosts, by which an install finds its own. */
const markOf = (install: string) => `halyard-${sha256Hex(install).slice(0, 12)}`

const bridgeOf = (instance: string) => namesOf(instance).bridge(false)

/** Changes nothing before `install`. */
export function createGuard({ mode, pool, install: name, allowed, log }: GuardOptions): Guard {
  const mark = markOf(name)
  let state: GuardResult = 'off'
  const enqueue = createQueue()

  const allowance = (instance: string, hosts: readonly ResolvedHost[]) => ({
    bridge: bridgeOf(instance),
    hosts
  })

  async function tryInstall(): Promise<GuardResult> {
    if (mode === 'off') return 'off'
    if (process.geteuid?.() !== 0) return 'not_permitted'
    try {
      await putAllChains(pool)
      await syncAllowances(mark, async () =>
        [...(await allowed())].map(([instance, hosts]) => allowance(instance, hosts))
      )
      return 'installed'
    } catch (error) {
      const fault = error instanceof FirewallError ? error.fault : 'failed'
      // Retried often, but logged once.
      log[fault === state ? 'debug' : 'warn']({ err: (error as Error).message }, 'guard_not_installed')
      return fault
    }
  }

  const requireInstalled = () => {
    if (state !== 'installed')
      throw new EgressRefused('egress_unguarded', `the firewall is not set by us: ${state}`)
  }

  return {
    get state() {
      return state
    },
    install: () =>
      enqueue(async () => {
        state = await tryInstall()
        return state
      }),
    allow: (instance, hosts) =>
      enqueue(async () => {
        requireInstalled()
        await replaceAllowance(mark, allowance(instance, hosts))
      }),
    revoke: (instance) =>
      enqueue(async () => {
        if (state === 'installed') await replaceAllowance(mark, allowance(instance, []))
      })
  }
}

function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const task = last.then(work)
    last = task.catch(() => {})
    return task
  }
}
