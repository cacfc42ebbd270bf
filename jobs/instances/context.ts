import type { Env } from '~/server/platform/env'
import type { Log } from '~/server/platform/log'
import type { Services } from '~/server/services'
import type { Ending, Engine } from './engine/engine'
import type { Guard } from './guard/guard'

/** What every part of the workers stands on: one engine, and this process as its worker. */
export interface Context {
  engine: Engine
  engineId: number
  /** As in DOCKER_HOST. */
  address: string
  guard: Guard
  services: Pick<Services, 'instances' | 'engines'>
  /** Names this process in leases. */
  owner: string
  env: Env
  log: Log
  /** Whether the engine answers this process, and limits writable layers. */
  status: { up: boolean; diskQuota: boolean }
  /** Calls back when the container of an instance ends by itself. */
  deaths: Map<string, (ending: Ending | null) => void>
}

/** Seconds that a worker keeps what it has claimed; renewed every third of it. */
export const LEASE_SECONDS = 15
