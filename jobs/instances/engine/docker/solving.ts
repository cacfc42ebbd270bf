import type Docker from 'dockerode'
import { type ContainerPlan, EngineError, type SolverEnd, type SolverPlan, type StartPlan } from '../engine'
import { DEADLINE } from './calls'
import { newestLines, readLogs } from './logs'
import { namesOf } from './names'
import { asStartFault, makeContainer, makeNetwork, type StartNeeds } from './start'

/** Newest lines of a solver that are read. */
const LINES = 1000

/** The instance as it was started, with the solver as its last container; its own addresses stay free for it. */
function planOf({ neighbours, solver, ...instance }: SolverPlan): StartPlan {
  const { subnet, egress } = instance
  const shared = { instance: instance.instance, generation: instance.generation, labels: instance.labels }
  const [first, ...others] = neighbours
  if (first === undefined) return { ...solver, ...shared, subnet, egress }
  const stand = (service: string): ContainerPlan => ({ ...solver, ...(service && { service }) })
  return { ...stand(first), ...shared, subnet, egress, beside: [...others.map(stand), solver] }
}

/**
 * Runs a solver beside an instance, or alone in a network of its own, and waits for its end. What it leaves is removed with
 * the instance.
 */
export async function runSolver(
  needs: StartNeeds,
  plan: SolverPlan,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }
): Promise<SolverEnd> {
  const { calls } = needs
  const whole = planOf(plan)
  const alone = plan.neighbours.length === 0
  if (alone) await makeNetwork(needs, whole)
  const name = namesOf(plan.instance).solver
  const id = await asStartFault(() => makeContainer(needs, whole, alone ? whole : plan.solver, name))
  await asStartFault(() =>
    calls.send({ method: 'POST', path: `/containers/${id}/start`, deadline: DEADLINE.make, signal })
  )
  await calls
    .send({ method: 'POST', path: `/containers/${id}/wait`, deadline: timeoutMs, signal })
    .catch((error: unknown) => {
      // The next call shows whether the solver or the engine was too slow.
      if (!(error instanceof EngineError) || error.fault !== 'timeout') throw error
    })
  const { State } = await calls.send<Docker.ContainerInspectInfo>({
    ...{ method: 'GET', path: `/containers/${id}/json`, deadline: DEADLINE.read, signal }
  })
  return {
    timedOut: State.Running,
    exitCode: State.Running ? null : State.ExitCode,
    oomKilled: State.OOMKilled,
    lines: newestLines(await readLogs(calls, id, { lines: LINES }))
  }
}
