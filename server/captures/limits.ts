const MIB = 1024 ** 2

/** Limits in bytes. */
export const CAPTURE_LIMITS = {
  /** The largest file; the connection continues in another one. */
  file: 16 * MIB,
  instance: 64 * MIB,
  team: 512 * MIB,
  floor: 2 * 1024 * MIB,
  /** Unwritten bytes of a connection, and of all of a process. */
  queue: 4 * MIB,
  queues: 64 * MIB,
  /** Least charge of a file, so that many connections make a few thousand files at most. */
  least: 16 * 1024
}
export type CaptureLimits = typeof CAPTURE_LIMITS

/** Folder below `files/capture` (docs/rules/instances.md#captures). */
export const folderOf = (challengeId: number, participationId: number) => `${challengeId}/${participationId}`
