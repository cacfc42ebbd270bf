import { hasContainer } from '~/server/challenges/contract'
import type { Solver } from '~/server/challenges/solver/contract'
import type { Sql } from '~/server/db'
import type { InstanceSpec, SolverSpec } from './row-shapes'
import { type ChallengeSetup, type StartRequest, startRequestOf } from './spec'
import { insertStaffInstance } from './start-requests'

/** Tenths of a core that a solver may take. */
const SOLVER_CPU = 10
const SOLVER_PIDS = 256
/** MiB of each folder in memory. */
const SOLVER_DISK = 128
/** Minutes that an instance outlives its solver's time if nothing ends it. */
const SLACK = 5

interface CheckRequest {
  gameId: number
  challengeId: number
  /** The title of the challenge. */
  title: string
  template: string | null
  setup: ChallengeSetup
  solver: Solver
  /** Variables beside those of the solver, which they replace. */
  environment: Record<string, string>
  requestedBy: string | null
}

/** An instance with a network and no service; the solver joins it. */
const aloneSpec = ({ image, memoryLimit, egress }: Solver): InstanceSpec => ({
  ...{ image, images: [image], services: [], egress, egressHosts: [], capabilities: [] },
  ...{ memoryMb: memoryLimit, cpu: SOLVER_CPU, diskMb: SOLVER_DISK, pids: SOLVER_PIDS, readOnly: true },
  ...{
    flag: 'none',
    flagPath: '',
    readiness: 'tcp',
    readinessTarget: '',
    startTimeout: 60,
    keepAfterSolve: 0,
    needsDocker: 'services',
    clusterLimit: 'solver'
  }
})

function requestOf({ setup, solver, environment }: CheckRequest): StartRequest & { extraMb: number } {
  const alone = !hasContainer(setup.type)
  const { image, command, timeout, memoryLimit: memoryMb } = solver
  const own: SolverSpec = {
    ...{ image, command, timeout, memoryMb, alone },
    environment: { ...solver.environment, ...environment }
  }
  if (alone) return { spec: { ...aloneSpec(solver), solver: own }, endpoints: [], extraMb: 0 }
  const { spec, endpoints } = startRequestOf(setup)
  const images = [...new Set([...spec.images, image])]
  // The solver is one more container.
  const nowhereElse = { needsDocker: 'services', clusterLimit: 'solver' } as const
  return { spec: { ...spec, images, solver: own, ...nowhereElse }, endpoints, extraMb: memoryMb }
}

/**
 * Queues a fresh instance for a solve check, in the caller's transaction; workers are notified by the caller. It reserves what
 * its solver takes too.
 * @returns its id
 * @throws AppError `container.config_incomplete`
 */
export async function createCheckInstance(
  sql: Sql,
  request: CheckRequest,
  testFlag: (template: string | null) => string
): Promise<string> {
  const { gameId, challengeId, title, template, setup, solver, requestedBy } = request
  const { spec, endpoints, extraMb } = requestOf(request)
  return insertStaffInstance(sql, {
    ...{ kind: 'check', gameId, challengeId, title, requestedBy, spec, endpoints },
    memoryMb: spec.memoryMb + extraMb,
    cpu: spec.solver?.alone ? spec.cpu : spec.cpu + SOLVER_CPU,
    lifetime: Math.ceil(solver.timeout / 60) + SLACK,
    testFlag: setup.type === 'DynamicContainer' ? testFlag(template) : null
  })
}
