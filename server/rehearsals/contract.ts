import { z } from 'zod'
import { wireInt, wireTimeText } from '~/server/platform/wire'
import {
  FINDING_CODES,
  FINDINGS,
  type FindingCode,
  REHEARSAL_LIMITS,
  REHEARSAL_STATES,
  REHEARSAL_STEPS,
  SEVERITIES,
  TIMED
} from './constants'

/** Redis channel: a rehearsal waits, or is to stop. */
export const REHEARSAL_CHANNEL = 'halyard:rehearsals'

export const rehearsalInput = z.object({
  teams: wireInt()
    .pipe(z.int().min(1, 'rehearsal.teams_range').max(REHEARSAL_LIMITS.teams, 'rehearsal.teams_range'))
    .default(REHEARSAL_LIMITS.usualTeams)
})
export type RehearsalInput = z.infer<typeof rehearsalInput>

export const finding = z.object({
  code: z.enum(FINDING_CODES),
  severity: z.enum(SEVERITIES),
  /** The challenge of the original game; null: not about a challenge. */
  challengeId: z.int().nullable(),
  title: z.string().nullable(),
  /** Values of the sentence `rehearsals:finding.<code>`. */
  params: z.record(z.string(), z.union([z.string(), z.number()]))
})
export type Finding = z.infer<typeof finding>

export const rehearsalProgress = z.object({
  step: z.enum(REHEARSAL_STEPS),
  /** Challenges that teams have been through, and how many that will be. */
  done: z.int(),
  total: z.int()
})
export type RehearsalProgress = z.infer<typeof rehearsalProgress>

export const rehearsalReport = z.object({
  /** Worst first; at most 500. */
  findings: z.array(finding),
  /** Findings left out. */
  more: z.int(),
  /** Milliseconds until the whole answer, slowest first. */
  calls: z.array(
    z.object({ call: z.enum(TIMED), count: z.int(), p50: z.int(), p95: z.int(), worst: z.int() })
  ),
  /** Seconds until instances were ready, by challenge. */
  instances: z.array(z.object({ challengeId: z.int(), title: z.string(), seconds: z.number() })),
  figures: z.object({
    seconds: z.int(),
    teams: z.int(),
    challenges: z.int(),
    files: z.int(),
    bytes: z.number(),
    flags: z.int(),
    solves: z.int()
  })
})
export type RehearsalReport = z.infer<typeof rehearsalReport>

export const rehearsalView = z
  .object({
    id: z.uuid(),
    state: z.enum(REHEARSAL_STATES),
    teams: z.int(),
    /** Null for a deleted account. */
    requestedBy: z.string().nullable(),
    requestedAt: wireTimeText,
    startedAt: wireTimeText.nullable(),
    endedAt: wireTimeText.nullable(),
    /** The run ends as soon as its present steps have ended. */
    stopping: z.boolean(),
    progress: rehearsalProgress.nullable(),
    /** Null until the end, and for one that failed. */
    report: rehearsalReport.nullable()
  })
  .meta({ id: 'RehearsalModel' })
export type RehearsalView = z.infer<typeof rehearsalView>

/** Path of the page where a finding is mended. */
export function findingPath(
  { code, challengeId }: Pick<Finding, 'code' | 'challengeId'>,
  gameId: number
): string {
  const game = `/admin/games/${gameId}`
  const challenge = challengeId === null ? `${game}/challenges` : `${game}/challenges/${challengeId}`
  const paths = {
    info: `${game}/Info`,
    challenges: `${game}/challenges`,
    challenge,
    flags: `${challenge}/Flags`,
    container: `${challenge}/Container`,
    engines: '/admin/Engines',
    health: '/admin/Logs'
  }
  return paths[FINDINGS[code][1]]
}

/** The severity is that of its code. */
export function findingOf(
  code: FindingCode,
  challenge: { id: number; title: string } | null = null,
  params: Finding['params'] = {}
): Finding {
  const [severity] = FINDINGS[code]
  return { code, severity, challengeId: challenge?.id ?? null, title: challenge?.title ?? null, params }
}
