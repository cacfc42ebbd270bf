import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import { notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import type { Recordings } from '~/server/replay'
import { SEASON_LIMITS } from './constants'
import type { SeasonEdit, SeasonLink, SeasonPart, SeasonRow, SeasonTeam, SeasonView } from './contract'
import { findEditedSeason, findSeason, listSeasonLinks, listSeasons, listSeasonTeams } from './queries'
import { createSeasonEditing, type SeasonEditing } from './season-editing'
import { recountOutdatedSeasons } from './season-standing'

/** Standings over several games (docs/rules/seasons.md). Only administrators change them. */
export interface Seasons extends SeasonEditing {
  /** Seasons for links: those with a game that everybody may see, newest first. Cached. */
  links(): Promise<SeasonLink[]>
  /** The season without hidden games, the same for every caller. @throws AppError `season.not_found` 404 */
  one(id: number, part: SeasonPart): Promise<SeasonView>
  /** Like `one`, with the first SEASON_LIMITS.whole teams. */
  whole(id: number): Promise<SeasonView>
  /** Newest first. @throws AppError 403 */
  editList(ctx: Ctx): Promise<SeasonRow[]>
  /** @throws AppError `season.not_found` 404 */
  editOne(ctx: Ctx, id: number): Promise<SeasonEdit>
  /** Makes again what does not agree with final boards any more. @returns how many standings */
  reconcile(ctx: Ctx): Promise<number>
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
  recordings: Recordings
  log: Log
}

const CACHED_MS = 60_000
const hundredths = (weight: number) => weight / 100

export function createSeasons(needs: Needs): Seasons {
  const { db, caches } = needs
  const linked = caches.create<SeasonLink[]>({ ttl: CACHED_MS, max: 1 })

  const view = async (id: number, part: SeasonPart): Promise<SeasonView> => {
    const head = await findSeason(db.pool, id)
    if (!head) throw notFound('season.not_found')
    const { withheld, games, total, ...rules } = head
    const shown = new Set(games.flatMap((game) => (game.counted ? game.id : [])))
    const teams: SeasonTeam[] = withheld ? [] : await listSeasonTeams(db.pool, id, part)
    // A game may have been hidden between the two statements.
    const data = teams.map((team) => ({
      ...team,
      results: team.results.filter(({ game }) => shown.has(game))
    }))
    return {
      ...rules,
      games: games.map(({ start, end, weight, ...game }) => ({
        ...game,
        start: wireTime(new Date(start)),
        end: wireTime(new Date(end)),
        weight: hundredths(weight)
      })),
      ...{ data, length: data.length, total: withheld ? 0 : total }
    }
  }

  return {
    ...createSeasonEditing(needs),

    links: () =>
      linked.through('all', async () => {
        const value = await listSeasonLinks(db.pool)
        const games = value.flatMap((season) => season.games.map((game) => `game:${game}`))
        return { value, tags: ['seasons', 'games', ...games] }
      }),

    one: view,
    whole: (id) => view(id, { count: SEASON_LIMITS.whole, skip: 0 }),

    async editList(ctx) {
      requireActor(ctx, 'Admin')
      return listSeasons(db.pool)
    },

    async editOne(ctx, id) {
      requireActor(ctx, 'Admin')
      const found = await findEditedSeason(db.pool, id)
      if (!found) throw notFound('season.not_found')
      const games = found.games.map((game) => ({ ...game, weight: hundredths(game.weight) }))
      return { ...found, games }
    },

    reconcile: (ctx) => recountOutdatedSeasons(needs, ctx)
  }
}
