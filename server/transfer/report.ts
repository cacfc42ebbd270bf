import { hasContainer } from '~/server/challenges/contract'
import { WRITEUP_HOURS } from '~/server/games/contract'
import { HOUR_MS } from '~/server/platform/time'
import type { ImportReport, Line } from './contract'
import type { Plan } from './plan/plan'
import { reportLine } from './report-lines'

/** The writeup deadline of a game that may not exist yet. */
export const deadlineOf = ({
  writeupDeadline,
  end
}: {
  writeupDeadline?: Date | string
  end: Date | string
}) => new Date(writeupDeadline ?? new Date(end).getTime() + WRITEUP_HOURS * HOUR_MS)

/** Times of a new game that have passed already: it would start, end or show hints at once. */
export function pastOf({ game, challenges }: Plan, now: Date): Line[] {
  if (!game) return []
  const hints = challenges.flatMap(({ update }) => update.pricedHints ?? [])
  const shown = hints.filter(({ availableAt }) => availableAt && availableAt <= now).length
  const ended = game.end <= now
  return [
    ...(ended ? [reportLine('past_end')] : game.start <= now ? [reportLine('past_start')] : []),
    ...(!ended && deadlineOf(game) <= now ? [reportLine('past_deadline')] : []),
    ...(shown > 0 ? [reportLine('past_hints', { number: shown })] : [])
  ]
}

/** The lines of a report on a plan; the caller adds those of the game. */
export function reportOf(
  plan: Plan
): Pick<
  ImportReport,
  'kind' | 'challenges' | 'updates' | 'refused' | 'notices' | 'posts' | 'tickets' | 'notes'
> {
  const { kind, refused, notices, posts, tickets, notes } = plan
  return {
    kind,
    challenges: plan.challenges.map(({ from, input, own, update, flags, files, notes: remarks }) => ({
      from,
      title: input.title,
      category: input.category,
      customCategory: own,
      type: input.type,
      score: update.originalScore ?? 1000,
      flags: flags.length,
      files: files.length + flags.filter((one) => one.file).length,
      enabled:
        update.isEnabled === true &&
        !(hasContainer(input.type) && !update.containerImage && !update.containerCompose),
      notes: remarks
    })),
    updates: plan.updates.map(({ id, challenge: { from, input, notes: remarks }, changes }) => ({
      challengeId: id,
      from,
      title: input.title,
      changes,
      notes: remarks
    })),
    refused,
    notices: notices.length,
    posts: posts.length,
    tickets: tickets.length,
    notes
  }
}
