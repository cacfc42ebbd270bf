import type { Env } from '~/server/platform/env'
import type { Log } from '~/server/platform/log'
import type { Services } from '~/server/services'
import type { Connection } from './connection'
import type { Ending, Engine } from './engine/engine'
import type { Guard } from './guard/guard'
import type { RefusedPlaces } from './refused-places'

/** What all parts of the workers share: one engine, and this process as its worker. */
export interface Context {
  engine: Engine
  /** Another one after its row was deleted. */
  engineId: number
  connection: Connection
  guard: Guard
  services: Pick<Services, 'instances' | 'engines'>
  /** Names this process in leases. */
  owner: string
  env: Env
  log: Log
  /** Whether the engine answers this process, and limits writable layers. */
  status: { up: boolean; diskQuota: boolean }
  refused: RefusedPlaces
  /** Calls back when the container of an instance ends by itself. */
  exits: Map<string, (ending: Ending | null) => void>
}

/** Seconds for which a worker claims an instance; it renews the lease meanwhile. */
export const LEASE_SECONDS = 15
