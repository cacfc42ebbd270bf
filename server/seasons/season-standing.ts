import { teamCard } from '~/scoring/rules'
import type { Ctx } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'
import type { Recordings } from '~/server/replay'
import { type Result, seasonStanding } from './formula'
import { countedGames, findSeasonSource, listOutdatedSeasons, lockSeason, storeStanding } from './queries'

interface Needs {
  db: Database
  change: MakeChange
  recordings: Recordings
  log: Log
}

/** Teams with points on the board of a game's whole ledger, best first. */
const resultsOf = (recordings: Recordings, gameId: number): Promise<Result[]> =>
  recordings.use(gameId, async ({ state, cards }) =>
    state.ranking.flatMap((team) =>
      team.score > 0 && cards.teams.has(team.id)
        ? [{ gameId, teamId: teamCard(cards, team).id, place: team.rank, score: team.score }]
        : []
    )
  )

/**
 * Makes a season's standing again. The boards are folded before the locks are taken; if a ledger, a game or the rules changed
 * meanwhile, nothing is stored and the next run tries again.
 */
async function makeAgain({ db, change, recordings, log }: Needs, ctx: Ctx, id: number): Promise<boolean> {
  const source = await findSeasonSource(db.pool, id)
  if (!source) return false
  const games: { weight: number; results: Result[] }[] = []
  for (const game of source.games)
    games.push({ weight: game.weight, results: await resultsOf(recordings, game.id) })
  const standing = seasonStanding(source, games)
  // Deletions of games and teams take these ledgers too: they delete rows that are replaced here.
  const ledger = [...source.games.map((game) => game.id), ...(await countedGames(db.pool, id))]
  const stored = await change(ctx, { ledger, long: true }, async (tx) => {
    if (!(await lockSeason(tx, id)) || (await findSeasonSource(tx, id))?.wanted !== source.wanted)
      return false
    await storeStanding(tx, id, source, standing)
    return true
  })
  if (stored)
    log.info({ season: id, games: source.games.length, teams: standing.totals.length }, 'season_counted')
  return stored
}

/** Brings every stored standing into agreement with the boards that it is made from. @returns how many were made again */
export async function recountOutdatedSeasons(needs: Needs, ctx: Ctx): Promise<number> {
  let count = 0
  for (const id of await listOutdatedSeasons(needs.db.pool)) if (await makeAgain(needs, ctx, id)) count++
  return count
}
