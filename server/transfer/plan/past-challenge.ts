import type { PlannedChallenge } from './plan'

/** What an event file holds of an imported challenge, beside its title and points. */
export const exportedContent = ({ input, update, flags }: PlannedChallenge) => ({
  category: input.category,
  content: update.content,
  // Event files cannot hold bought hints.
  hints: [...(update.hints ?? []), ...(update.pricedHints ?? []).map(({ content }) => content)],
  flag: flags[0]?.flag
})
