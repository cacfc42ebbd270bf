import type { Scoreboard } from '~/scoring/rules'

/** When anything was last scored, in Unix milliseconds; when the board was made, as long as nothing was. */
export function lastScored({ items, updateTimeUtc }: Scoreboard): number {
  let newest = ''
  // Wire times have one form, so their order is that of their letters; "never" is before all of them.
  for (const { solvedCount, lastSubmissionTime, adjustments } of items) {
    if (solvedCount > 0 && lastSubmissionTime > newest) newest = lastSubmissionTime
    const award = adjustments.at(-1)
    if (award && award.time > newest) newest = award.time
  }
  return Date.parse(newest || updateTimeUtc)
}
