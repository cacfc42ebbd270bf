import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'
import type { Captained } from '../captained'
import { createListings, type Listings } from './listings'
import { purgeOld } from './queries'
import { createRequests, type Requests } from './requests'

/** How teams and players find each other (docs/rules/teams.md#finding-each-other). What captains do throws as Captained. */
export interface Finding extends Listings, Requests {
  /** Deletes answers after a week, and listings of players after a month. */
  purgeRequests(): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

export const createFinding = (needs: Needs, captained: Captained): Finding => ({
  ...createListings(needs, captained),
  ...createRequests(needs, captained),
  purgeRequests: () => purgeOld(needs.db.pool)
})
