import type { Scoreboard } from '~/scoring/rules'

/** Unix milliseconds of the last score; when the board was made, if there is none. */
export function lastScored({ items, updateTimeUtc }: Scoreboard): number {
  let newest = ''
  // Wire times sort as text; "never" sorts first.
  for (const { solvedCount, lastSubmissionTime, adjustments } of items) {
    if (solvedCount > 0 && lastSubmissionTime > newest) newest = lastSubmissionTime
    const award = adjustments.at(-1)
    if (award && award.time > newest) newest = award.time
  }
  return Date.parse(newest || updateTimeUtc)
}
