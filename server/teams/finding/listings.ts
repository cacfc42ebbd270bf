import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'
import type { Captained } from '../captained'
import type { ListedPlayers, ListedTeams, ListingInput, ListingQuery } from './contract'
import { defineListings } from './model'
import { findOwnListing, listPlayerListings, listTeamListings, saveOwnListing } from './queries'

/** Teams that take requests, and players who look for a team (docs/rules/teams.md#finding-each-other). */
export interface Listings {
  /** Teams that take requests, newest listing first. */
  listedTeams(ctx: Ctx, query: ListingQuery): Promise<ListedTeams>
  /** Players who look for a team, newest listing first. */
  listedPlayers(ctx: Ctx, query: ListingQuery): Promise<ListedPlayers>
  /** Lists a team so that it takes requests, with a text; null ends that. Captain only. */
  listTeam(ctx: Ctx, id: number, input: ListingInput | null): Promise<void>
  /** The caller's own text; null: not listed. */
  listing(ctx: Ctx): Promise<string | null>
  /** The caller looks for a team, for 30 days from now; null: no longer. */
  listSelf(ctx: Ctx, input: ListingInput | null): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

export function createListings({ db, change, log }: Needs, { write }: Captained): Listings {
  const listings = defineListings(db.sequelize)
  return {
    listedTeams: async (ctx, query) => listTeamListings(db.pool, ctx.now, requireActor(ctx).id, query),
    async listedPlayers(ctx, query) {
      requireActor(ctx)
      return listPlayerListings(db.pool, ctx.now, query)
    },
    listing: async (ctx) => findOwnListing(db.pool, ctx.now, requireActor(ctx).id),
    async listTeam(ctx, id, input) {
      await write(ctx, id, async (_, { transaction }) => {
        const own = { teamId: id }
        if (!input) await listings.destroy({ where: own, transaction })
        else if (!(await listings.update(input, { where: own, transaction }))[0])
          await listings.create({ ...own, ...input, at: ctx.now }, { transaction })
      })
      log.info({ team: id, ...callerLogFields(ctx) }, input ? 'team_listed' : 'team_unlisted')
    },

    async listSelf(ctx, input) {
      const { id: userId } = requireActor(ctx)
      await change(ctx, async (tx) => {
        const { transaction } = tx
        if (!input) await listings.destroy({ where: { userId }, transaction })
        else await saveOwnListing(tx, ctx.now, userId, input.text)
        await tx.audit({
          action: 'player_listed',
          target: `user:${userId}`,
          after: { listed: input !== null }
        })
      })
    }
  }
}
