import { z } from 'zod'
import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'
import type { InstanceEffects } from '../effects'
import type { RunningStart } from '../ends'
import type { QueuePlace } from '../queue'
import type { EndReason, InstanceState, StartError } from '../states'
import type { NetworkSlot, Ranges } from './places'
import type { ClaimedStart, StartClaim } from './start-claims'

/** A stop that a worker has claimed. */
export interface ClaimedStop {
  id: string
  /** Null for one that never got to an engine. */
  engineId: number | null
  /** Tries before this one. */
  attempts: number
  /** The firewall allows it to connect to hosts; these rules have to go. */
  hosts: boolean
}

/** One start of an instance. */
export type Attempt = Pick<ClaimedStart, 'id' | 'generation'>

/** What an engine tells of: a start there. */
export interface StartedThere extends RunningStart {
  id: string
}

/** An instance that should be on an engine, or on its way there or away. */
export interface LiveRow {
  id: string
  state: InstanceState
  desired: 'up' | 'down'
  generation: number
  /** The instance belongs on the engine that was asked for. */
  assignedHere: boolean
  /** A worker has claimed it. */
  leased: boolean
  /** The writable layer must be swept for its size, in MiB; null when something else limits it. */
  diskMb: number | null
}

/** A host that an instance may connect to, as it was resolved at the start. */
export const allowedHost = z.object({ name: z.string(), addresses: z.array(z.string()), port: z.int() })
export type AllowedHost = z.infer<typeof allowedHost>

/** Kept characters of a container's output, the last ones. */
export const MAX_LOG_LENGTH = 65_536

/** How a container ended by itself. */
interface ContainerExit {
  exitCode: number | null
  log: string
}

/** The address of a started instance. */
interface StartedInstance {
  container: string
  endpoints: {
    position: number
    /** The address in the instance's own network, or of its node in a Swarm. */
    address: string
    /** `host:port`; null when players come by tunnels. */
    entry: string | null
  }[]
}

/** What the workers of the jobs process do with instances. The worker that claimed one names itself as `owner`. */
export interface InstanceWorkStore {
  /** Takes starts that wait, as many as the engine has room for, and reserves that room, their networks and ports. */
  claimStarts(claim: StartClaim): Promise<ClaimedStart[]>
  /** Puts starts of workers that are gone back into the queue. @returns how many */
  requeueAbandoned(): Promise<number>
  /** Keeps claims for another `seconds`. @returns those of the ids that are still the owner's, and wanted up */
  renew(owner: string, ids: readonly string[], seconds: number): Promise<Set<string>>
  /** False when it is no longer wanted, or no longer the owner's: then it must be removed. */
  ready(attempt: Attempt, owner: string, started: StartedInstance): Promise<boolean>
  /** True if the owner still has the attempt. Otherwise objects with the instance's name belong to another attempt. */
  isOwner(attempt: Attempt, owner: string): Promise<boolean>
  /** Stores what the owner is about to let the instance connect to. */
  storeHosts(attempt: Attempt, owner: string, hosts: readonly AllowedHost[]): Promise<void>
  /** Hosts by instance, of all that shall run or are being started: whoever sets firewall rules lets them connect there. */
  allowedHosts(): Promise<ReadonlyMap<string, readonly AllowedHost[]>>
  /** Adds a line to the instance's history. */
  addEvent(id: string, event: string, detail?: string): Promise<void>
  /** A start failed, and its objects are gone. It is tried again or ends, as `fault` says. */
  startFailed(attempt: Attempt, owner: string, fault: StartFault): Promise<void>
  claimStops(engineId: number | null, owner: string, slots: number, seconds: number): Promise<ClaimedStop[]>
  /** The engine has removed everything. */
  removed(id: string, owner: string): Promise<void>
  /**
   * The engine has not: after three tries in a row it is stuck, and tried every five minutes. Tries while the engine is
   * `away` do not count.
   */
  notRemoved(id: string, owner: string, error: string, away?: boolean): Promise<void>
  /** Retries stuck instances of an engine that responds again. */
  retryStuck(engineId: number): Promise<void>
  /** Ends instances whose time is up, whose game is over, or whose owner is gone. @returns how many */
  reap(limit?: number): Promise<number>
  /** Milliseconds until the next end, negative once it is due; null when nothing is to end on an engine that answers. */
  nextEnd(): Promise<number | null>
  /**
   * Ends one that runs for a reason that the engine gave. False when it was ending already, or is being started, or holds
   * nothing but a solver, or runs by another start: then the engine told of what an earlier one left.
   */
  end(start: StartedThere, reason: EndReason, exit?: ContainerExit): Promise<boolean>
  /** The engine says that a running one is well, or no longer. */
  healthy(start: StartedThere, healthy: boolean): Promise<void>
  /** Everything that should be on the engine, and those of the ids `found` there that should be on another. */
  live(engineId: number, found?: readonly string[]): Promise<LiveRow[]>
  queue(): Promise<QueuePlace[]>
  /** Networks and ports that no instance has, for a self-test; nothing reserves them. Fewer when there are fewer. */
  freePlaces(engineId: number, ranges: Ranges, count: number): Promise<NetworkSlot[]>
  /** Ends live instances of no known engine, which no worker would ever stop. */
  settleEngineless(): Promise<void>
  /** Deletes what docs/rules/instances.md#retention says is old enough. @returns how many */
  purge(now: Date, signal?: AbortSignal): Promise<number>
}

interface StartFault {
  code: StartError
  /** A text for administrators. */
  text: string
  /** Another attempt may succeed. */
  retry: boolean
  /** It counts as one of three attempts. */
  isAttempt: boolean
  exit?: ContainerExit
}

export interface WorkNeeds {
  db: Database
  log: Log
  effects: InstanceEffects
}
