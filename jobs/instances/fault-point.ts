/** Points between the steps of a start or stop: after the claim, and each object or row. */
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

/** Fault points of a solve check. */
export const CHECK_POINTS = ['check:claimed', 'check:solved'] as const

export type FaultPoint = (typeof FAULT_POINTS | typeof CHECK_POINTS)[number]

/** Kills the process as `kill -9` when HALYARD_FAULT_POINT names the point; tests check the cleanup. */
export function faultPoint(name: FaultPoint): void {
  if (process.env.HALYARD_FAULT_POINT === name) process.kill(process.pid, 'SIGKILL')
}
