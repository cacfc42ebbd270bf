import { z } from 'zod'

/** Checks of a self-test; `guard.check.<name>` are their texts. */
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
  'kubelet',
  'api_server',
  'internet',
  'published'
] as const
export type GuardCheckName = (typeof GUARD_CHECKS)[number]

/**
 * Reachability from an instance, in `engines.guard_report`. All must be blocked but `published`, players' way, tried
 * from outside.
 */
export const guardReport = z.object({
  /** Milliseconds. */
  at: z.number(),
  guarded: z.boolean(),
  checks: z
    .array(
      z.object({
        name: z.enum(GUARD_CHECKS),
        /** Address and port, path, or name server. */
        target: z.string(),
        /** `refused`: the packet arrived, so it counts as reached. */
        result: z.enum(['blocked', 'refused', 'reached']),
        /** Null without a reply. */
        ms: z.number().nullable(),
        ok: z.boolean()
      })
    )
    .max(4000),
  /** The engine's words when the test could not run, of a Swarm or a cluster on some node; null otherwise. For administrators. */
  error: z.string().nullable(),
  /** Ids of the nodes of a Swarm or a cluster that passed: only these are used. */
  nodes: z.array(z.string()).optional()
})
export type GuardReport = z.infer<typeof guardReport>
export type GuardCheck = GuardReport['checks'][number]

/** Everything is blocked as it must be, but the published port did not respond. */
export function isOnlyUnreachable({ guarded, checks }: Pick<GuardReport, 'guarded' | 'checks'>): boolean {
  const failed = checks.filter(({ ok }) => !ok)
  return !guarded && failed.length > 0 && failed.every(({ name }) => name === 'published')
}
