import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { Found, SearchQuery } from './contract'
import { sightOf } from './policy'
import { foundBy } from './queries'

export interface Search {
  /** Finds only what the caller may see (policy.ts), with one statement. */
  find(ctx: Ctx, query: SearchQuery): Promise<Found>
}

export const createSearch = ({ db }: { db: Database }): Search => ({
  find: (ctx, query) => foundBy(db.pool, sightOf(ctx.actor), query, ctx.now)
})
