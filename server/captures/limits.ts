const MIB = 1024 ** 2

/** What recordings may take, in bytes. */
export const CAPTURE_LIMITS = {
  /** Of a file; then the next one of the same connection begins. */
  file: 16 * MIB,
  /** Of all files of an instance. */
  instance: 64 * MIB,
  /** Of all files of a team in a game. */
  team: 512 * MIB,
  /** What has to stay free on the disk. */
  floor: 2 * 1024 * MIB,
  /** What of a connection may wait to be written, and of all connections of the process. */
  queue: 4 * MIB,
  queues: 64 * MIB,
  /** What a file counts at least, so that no flood of connections makes more than some thousand files. */
  least: 16 * 1024
}
export type CaptureLimits = typeof CAPTURE_LIMITS

/** Where the files of a team are, below `files/capture` (docs/rules/instances.md#captures). */
export const folderOf = (challengeId: number, participationId: number) => `${challengeId}/${participationId}`
