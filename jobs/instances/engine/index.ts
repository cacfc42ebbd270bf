import type { EngineKind } from '~/server/engines/contract'
import { createDockerEngine, type DockerEngineOptions } from './docker'
import type { Engine } from './engine'
import { createSwarmEngine } from './swarm'

const KINDS: Record<EngineKind, (options: DockerEngineOptions) => Engine> = {
  docker: createDockerEngine,
  swarm: createSwarmEngine
}

/** Connects when it is first asked. @throws EngineError for a wrong address */
export const createEngine = (kind: EngineKind, options: DockerEngineOptions): Engine => KINDS[kind](options)
