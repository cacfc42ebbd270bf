import { shownFields } from '~/server/accounts/contract'

type Shown = Record<'affiliation' | 'website' | 'country', string | null>

/** What would not be taken here is left out, for other platforms check less. */
export function shownBy({ affiliation, website, country }: Shown): Shown {
  const fitting = (field: keyof typeof shownFields, value: string | null) =>
    shownFields[field].safeParse(value).data || null
  return {
    affiliation: fitting('affiliation', affiliation),
    website: fitting('website', website),
    country: fitting('country', country)
  }
}

/** A user of another platform. */
export interface ExportedPerson {
  name: string
  email: string
  /** The other platform proved the address. */
  proven: boolean
  /** That platform's hash; null without a password, and when it requires a new one. */
  hash: string | null
  staff: boolean
  banned: boolean
  /** The user's own name where each plays alone. */
  team: string | null
  division: string | null
  shown: Shown
  /** Of the team; null where each plays alone. */
  teamShown: Shown | null
}
