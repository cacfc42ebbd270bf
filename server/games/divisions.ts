import { z } from 'zod'
import { wireTime } from '~/server/platform/time'

export type GamePhase = 'before' | 'running' | 'ended'

/** The interval is half-open: `[start, end)` (docs/rules/games.md#phases). */
export function gamePhase(game: { start: Date; end: Date }, now: Date): GamePhase {
  if (now < game.start) return 'before'
  return now < game.end ? 'running' : 'ended'
}

/** Times of a game as services have them. */
interface Ends {
  /** The end for teams whose division has no later end. */
  regularEnd: Date
  /** ISO text. */
  divisionEnds: Readonly<Record<string, string>>
}

/** Stored later ends by division, as `Date.toISOString` writes them. */
export const divisionEnds = z.record(z.string(), z.iso.datetime())

/** What determines a team's end besides the game. */
interface TeamTime {
  division: string | null
  /** Extra time of the team after the regular end, in milliseconds; 0 without. */
  extraMs: number
}

/**
 * SQL: when game `game` ends for participation `team`, which may be null: the later end of its division's and its own
 * (docs/rules/games.md#ends-of-divisions, docs/rules/participation.md#extra-time).
 */
export const endSql = (game: string, team: string): string =>
  `greatest(${game}.end_at, ${game}.end_at + ${team}.extra_ms * interval '1 millisecond', (${game}.division_ends ->> ${team}.division)::timestamptz)`

/**
 * SQL: submissions `s` of practice in game $1 `g`: stored after its end for their team `p`, and not granted by staff
 * (docs/rules/games.md#practice). Along the index by time, from the regular end on.
 */
export const PRACTISED_SQL = `games g JOIN submissions s ON s.game_id = g.id AND s.submitted_at >= g.end_at
  JOIN participations p ON p.id = s.participation_id AND s.submitted_at >= ${endSql('g', 'p')}
  WHERE g.id = $1 AND s.ruling IS DISTINCT FROM 'granted'`

/** SQL: the same without extra time, as others may know it. */
export const announcedEndSql = (game: string, team: string): string =>
  `greatest(${game}.end_at, (${game}.division_ends ->> ${team}.division)::timestamptz)`

/** The end of the game for a division; null: for teams without one. */
export function endOfDivision(game: Ends, division: string | null): Date {
  const own = division === null ? undefined : game.divisionEnds[division]
  return own === undefined ? game.regularEnd : new Date(Math.max(game.regularEnd.getTime(), Date.parse(own)))
}

/** The end of the game for a team. */
export const endOf = (game: Ends, { division, extraMs }: TeamTime): Date =>
  new Date(Math.max(endOfDivision(game, division).getTime(), game.regularEnd.getTime() + extraMs))

/** The writeup deadline of a team; null: of a team without extra time. */
export const writeupDeadlineOf = (
  { writeupDeadline }: { writeupDeadline: Date },
  team: Pick<TeamTime, 'extraMs'> | null
): Date => new Date(writeupDeadline.getTime() + (team?.extraMs ?? 0))

/** The last end that everybody is told: extra time of a team is not in it. */
export const announcedEnd = (game: Ends): Date =>
  new Date(Math.max(game.regularEnd.getTime(), ...Object.values(game.divisionEnds).map(Date.parse)))

/** Ends of divisions that are later than the regular one, by name. */
export const laterEndsOf = ({ regularEnd, divisionEnds }: Ends) =>
  Object.entries(divisionEnds)
    .filter(([, end]) => new Date(end) > regularEnd)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([division, end]) => ({ division, end: wireTime(new Date(end)) }))

/** The phase of the game for a team. */
export const phaseIn = (game: Ends & { start: Date }, team: TeamTime, now: Date): GamePhase =>
  gamePhase({ start: game.start, end: endOf(game, team) }, now)

/** Members of a team of this division; 0 = no limit. */
const divisionLimit = z.object({ division: z.string(), limit: z.int() })
export type DivisionLimit = z.infer<typeof divisionLimit>
export const divisionLimits = z.array(divisionLimit)

/** Members of a team of a division; 0 = no limit (docs/rules/participation.md#member-limit). */
export const limitOf = (
  game: { memberLimit: number; divisionLimits: readonly DivisionLimit[] },
  division: string | null
): number => game.divisionLimits.find((one) => one.division === division)?.limit ?? game.memberLimit

/** True if a player can create a team of one with one click (docs/rules/participation.md#playing-alone). */
export const offersSolo = (
  game: Parameters<typeof limitOf>[0] & { solo: boolean },
  division: string | null
) => game.solo || limitOf(game, division) === 1
