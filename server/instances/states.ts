import type { ContainerStatus } from '~/server/challenges/contract'

/**
 * queued → starting → ready ⇄ unhealthy → stopping → ended; `failed`: the start did not succeed; `stuck`: the engine
 * does not remove it, so it still counts.
 */
export const INSTANCE_STATES = [
  'queued',
  'starting',
  'ready',
  'unhealthy',
  'stopping',
  'stuck',
  'ended',
  'failed'
] as const
export type InstanceState = (typeof INSTANCE_STATES)[number]

/** Instances of a team, of staff who try a challenge, and of a solve check. */
export const INSTANCE_KINDS = ['team', 'test', 'check'] as const
export type InstanceKind = (typeof INSTANCE_KINDS)[number]

export const END_REASONS = [
  'expired',
  'player',
  'solved',
  'limit',
  'admin',
  'challenge_disabled',
  'challenge_deleted',
  'game_deleted',
  'team_deleted',
  'member_removed',
  'suspended',
  'game_ended',
  'crashed',
  'oom',
  'disk_full',
  'lost',
  'replaced',
  'start_failed',
  'checked'
] as const
export type EndReason = (typeof END_REASONS)[number]

/** Most telling first. */
export const QUEUE_REASONS = [
  'no_engine',
  'engine_down',
  'engine_unguarded',
  'engine_draining',
  'engine_untested',
  'needs_docker',
  'image',
  'capacity',
  'predecessor',
  'turn'
] as const
export type QueueReason = (typeof QUEUE_REASONS)[number]

/** Keys `error.<code>` of the namespace `instances`. */
export const START_ERRORS = [
  'image_missing',
  'not_ready',
  'exited',
  'oom',
  'command',
  'egress_unresolved',
  'egress_unguarded',
  'flag_missing',
  'engine'
] as const
export type StartError = (typeof START_ERRORS)[number]

/** State by the contract's name. */
export const containerStatusOf = (state: InstanceState, desired: 'up' | 'down' = 'up'): ContainerStatus => {
  if (desired === 'down') return 'Destroyed'
  if (state === 'ready') return 'Running'
  return state === 'queued' || state === 'starting' || state === 'unhealthy' ? 'Pending' : 'Destroyed'
}
