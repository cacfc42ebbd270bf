/**
 * Points between the steps of a start or stop: after the claim, each object on the engine, and each written
 * row.
 */
export const FAULT_POINTS = [
  'start:claimed',
  'start:network',
  'start:created',
  'start:serving',
  'start:ready',
  'stop:claimed',
  'stop:removed',
  'stop:done'
] as const
export type FaultPoint = (typeof FAULT_POINTS)[number]

/**
 * Kills the process as `kill -9` when HALYARD_FAULT_POINT names the point, so that tests can check that the
 * next process cleans up.
 */
export function faultPoint(name: FaultPoint): void {
  if (process.env.HALYARD_FAULT_POINT === name) process.kill(process.pid, 'SIGKILL')
}
