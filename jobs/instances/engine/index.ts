import type { EngineKind } from '~/server/engines/contract'
import { createDockerEngine } from './docker'
import type { Engine, EngineOptions } from './engine'
import { createKubernetesEngine } from './kubernetes'
import { createSwarmEngine } from './swarm'

const KINDS: Record<EngineKind, (options: EngineOptions) => Engine> = {
  docker: createDockerEngine,
  swarm: createSwarmEngine,
  kubernetes: createKubernetesEngine
}

/** Connects when it is first asked. @throws EngineError for a wrong address */
export const createEngine = (kind: EngineKind, options: EngineOptions): Engine => KINDS[kind](options)
