import type { Labels, Level } from './constants'

/** What a board says of a challenge, as a member that is absent without any. */
export function labelled(level: Level | null, tags: string[]): { labels?: Labels } {
  const labels: Labels = { ...(level && { level }), ...(tags.length > 0 && { tags }) }
  return Object.keys(labels).length > 0 ? { labels } : {}
}
