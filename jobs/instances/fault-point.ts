/**
 * A place between two steps at which the process dies as by `kill -9` when HALYARD_FAULT_POINT names it. Tests start
 * the process so, and see that whoever comes after it leaves nothing behind.
 */
export function faultPoint(name: string): void {
  if (process.env.HALYARD_FAULT_POINT === name) process.kill(process.pid, 'SIGKILL')
}
