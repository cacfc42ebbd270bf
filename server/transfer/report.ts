import { hasContainer } from '~/server/challenges/contract'
import type { ImportReport } from './contract'
import type { Plan } from './plan'

/** The lines of a report that a plan gives; the game's own are added by who knows it. */
export function reportOf(
  plan: Plan
): Pick<
  ImportReport,
  'kind' | 'challenges' | 'updates' | 'refused' | 'notices' | 'posts' | 'tickets' | 'notes'
> {
  const { kind, refused, notices, posts, tickets, notes } = plan
  return {
    kind,
    challenges: plan.challenges.map(({ from, input, update, flags, file, notes: remarks }) => ({
      from,
      title: input.title,
      category: input.category,
      type: input.type,
      score: update.originalScore ?? 1000,
      flags: flags.length,
      files: (file ? 1 : 0) + flags.filter((one) => one.file).length,
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
