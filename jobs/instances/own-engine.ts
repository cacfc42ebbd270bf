import { engineAddress, ofEnvironment } from './connection'
import { type EngineNeeds, type EngineWorker, openEngine } from './engine-worker'
import type { Guard } from './guard/guard'

/** The engine of the process's environment. */
interface OwnEngine {
  /** Null while there is none. */
  worker(): EngineWorker | null
  /**
   * Finds the engine and begins to work with it. Skips an engine that an administrator added at the same address; its leaseholder
   * serves it.
   */
  find(): Promise<void>
}

export function createOwnEngine(
  needs: EngineNeeds,
  owner: string,
  guardOf: (address: string) => Promise<Guard>
): OwnEngine {
  const { services, env, log } = needs
  let own: EngineWorker | null = null
  /** Null when it is an administrator's. */
  const register = async (address: string) => {
    const engine = await services.engines.work.register(address)
    return engine.managed ? null : engine.id
  }
  const onLost = () => {
    const lost = own
    own = null
    lost?.close().catch((error: Error) => log.warn({ err: error.message }, 'engine_not_looked_after'))
  }

  return {
    worker: () => own,
    async find() {
      const address = engineAddress(env)
      if (!address) return
      const engineId = await register(address)
      if (engineId === null) return
      own = await openEngine(needs, {
        connection: ofEnvironment(env, address),
        ...{ engineId, owner, guard: await guardOf(address) },
        register: () => register(address),
        onLost
      })
    }
  }
}
