import type { ClaimedCheck } from '~/server/solve-checks'
import type { Context } from './context'
import { EngineError, type SolverPlan } from './engine/engine'
import { faultPoint } from './fault-point'

/** Processors (tenths of a core) and processes of a solver; MiB of each of its folders in memory. */
const LIMITS = { cpu: 10, pids: 256, diskMb: 128 }

/** Containers in the order of their addresses: that of the first port first, as they were started. */
function neighboursOf({ spec, service }: ClaimedCheck): string[] {
  if (spec.solver!.alone) return []
  if (spec.services.length === 0) return ['']
  const names = spec.services.map(({ name }) => name)
  return [service!, ...names.filter((name) => name !== service)]
}

function planOf(claim: ClaimedCheck, image: string, address: string | null): SolverPlan {
  const { instance, generation, subnet, spec, challengeId, requestedBy, port } = claim
  const { command, environment, memoryMb } = spec.solver!
  return {
    ...{ instance, generation, subnet },
    labels: { TeamId: 'admin', UserId: requestedBy ?? '', ChallengeId: String(challengeId) },
    egress: { kind: spec.egress === 'internet' ? 'internet' : 'none' },
    neighbours: neighboursOf(claim),
    solver: {
      image,
      ...(command && { command }),
      env: { ...environment, ...(address !== null && { HOST: address, PORT: String(port) }) },
      publish: [],
      limits: { ...LIMITS, memoryMb },
      readOnly: true,
      capabilities: [],
      file: null
    }
  }
}

/** True for errors that the solver's own settings caused. */
const isRefused = (error: unknown): error is EngineError =>
  error instanceof EngineError && error.fault === 'start_failed'

/**
 * Runs the solver of a claimed check, and stores what it found. Never throws.
 * @param signal the claim is another's now
 */
export async function checkClaimed(
  context: Context,
  claim: ClaimedCheck,
  signal: AbortSignal
): Promise<void> {
  const { engine, engineId, owner, services, log } = context
  const { work } = services.solveChecks
  const { id, spec, image } = claim
  const failed = async (error: unknown) => {
    log.warn({ instance: claim.instance, err: (error as Error).message }, 'solve_check_lost')
    await work.lost(id, owner)
  }
  try {
    faultPoint('check:claimed')
    if (image === null) {
      await services.engines.work.missing(engineId, spec.solver!.image)
      return await failed(new Error('the engine has lost the image of the solver'))
    }
    const plan = planOf(claim, image, spec.solver!.alone ? null : engine.addressOf(claim.subnet))
    const timeoutMs = spec.solver!.timeout * 1000
    const end = await engine.solve(plan, { timeoutMs, signal })
    faultPoint('check:solved')
    await work.solved(id, owner, end)
  } catch (error) {
    if (signal.aborted) return
    const told = isRefused(error) ? work.refused(id, owner, error.message) : failed(error)
    await told.catch((failure: Error) => log.warn({ err: failure.message }, 'instances_not_looked_after'))
  }
}
