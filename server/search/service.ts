import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { SearchQuery, SearchResult } from './contract'
import { sightOf } from './policy'
import { searchAll } from './queries'

export interface Search {
  /** Finds only what the caller may see (policy.ts), with one statement. */
  find(ctx: Ctx, query: SearchQuery): Promise<SearchResult>
}

export const createSearch = ({ db }: { db: Database }): Search => ({
  find: (ctx, query) => searchAll(db.pool, sightOf(ctx.actor), query, ctx.now)
})
