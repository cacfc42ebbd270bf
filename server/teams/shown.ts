import { changedTo } from '~/server/platform/wire'
import type { ShownFields } from './contract'

/** What a team shows about itself; all fields may be cleared. */
export type Shown = ShownFields & { bio: string | null }

export const NOTHING: Shown = { bio: null, affiliation: null, website: null, country: null }

/** The fields after a change: absent = unchanged, null and empty = cleared. */
export function shownAfter(before: Shown, input: { [Field in keyof Shown]?: string | null }): Shown {
  const after = (field: keyof Shown) => changedTo(input[field], before[field], null) || null
  return {
    bio: after('bio'),
    affiliation: after('affiliation'),
    website: after('website'),
    country: after('country')
  }
}
