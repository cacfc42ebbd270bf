import { z } from 'zod'

/** What a self-test tries; `guard.check.<name>` names them to people. */
export const GUARD_CHECKS = [
  'gateway',
  'host',
  'own_web',
  'postgres',
  'redis',
  'scoring',
  'jobs',
  'ssh',
  'neighbour',
  'metadata',
  'metadata6',
  'dns',
  'docker_socket',
  'internet',
  'published'
] as const
export type GuardCheckName = (typeof GUARD_CHECKS)[number]

/**
 * What an instance could reach when it tried, as `engines.guard_report` keeps it. All of it must be blocked but
 * `published`: the way of players to an instance, tried from outside, which must answer.
 */
export const guardReport = z.object({
  /** Milliseconds. */
  at: z.number(),
  /** Every check was as it must be. */
  guarded: z.boolean(),
  checks: z
    .array(
      z.object({
        name: z.enum(GUARD_CHECKS),
        /** Address and port, path, or name server that was tried. */
        target: z.string(),
        /** `refused`: nobody listens there, but the packet arrived, so it counts as reached. */
        result: z.enum(['blocked', 'refused', 'reached']),
        /** Until it answered; null when nothing did. */
        ms: z.number().nullable(),
        ok: z.boolean()
      })
    )
    .max(400),
  /** Why the test could not be made, in the engine's words, for administrators; null when it was. */
  error: z.string().nullable()
})
export type GuardReport = z.infer<typeof guardReport>
export type GuardCheck = GuardReport['checks'][number]
