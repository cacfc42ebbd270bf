/** Places between two steps of a start, of a stop: after the claim, after each thing made on the engine, after each row written. */
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
 * Here the process dies as by `kill -9` when HALYARD_FAULT_POINT names the place. Tests start the process so, and see
 * that whoever comes after it leaves nothing behind.
 */
export function faultPoint(name: FaultPoint): void {
  if (process.env.HALYARD_FAULT_POINT === name) process.kill(process.pid, 'SIGKILL')
}
