import type { Env } from '~/server/platform/env'
import type { Log } from '~/server/platform/log'
import type { Services } from '~/server/services'
import type { Connection } from './connection'
import type { Ending, Engine } from './engine/engine'
import type { Guard } from './guard/guard'
import type { RefusedPlaces } from './refused-places'

export interface Context {
  engine: Engine
  /** Changes when the engine's row was deleted and made again. */
  engineId: number
  connection: Connection
  guard: Guard
  services: Pick<Services, 'instances' | 'engines' | 'solveChecks'>
  /** Identifies this process in leases. */
  owner: string
  env: Env
  log: Log
  /** `up`: the engine responds; `diskQuota`: it limits writable layers. */
  status: { up: boolean; diskQuota: boolean }
  refused: RefusedPlaces
  /** Callbacks for containers that end by themselves, by `startKey`. */
  exits: Map<string, (ending: Ending | null) => void>
}

/** Names a start of an instance: what an earlier one left on the engine ends without meaning it. */
export const startKey = (instance: string, generation: number): string => `${instance} ${generation}`

/** Seconds of a claim; the worker renews it. */
export const LEASE_SECONDS = 15
