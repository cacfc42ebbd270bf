import {
  type BoardState,
  bloodsOf,
  type Cards,
  challengeCard,
  challengesAsShown,
  isCounted,
  type Solve,
  teamCard
} from '~/scoring/rules'
import { requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { shownCategory } from '~/server/categories/constants'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import {
  announcedEnd,
  frozenSince,
  type GameAccess,
  type GameFacts,
  gamePhase
} from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Recordings } from '~/server/replay'
import type { StatisticsOfGames } from '~/server/statistics'
import { SITE_LIMITS, type SiteChallenge, type SiteContent, type SiteSolve, type SiteTeam } from './contract'
import { embeddedIn, isJudging, listChallengeTexts, readGameTexts, sumContentBytes } from './queries'

/** A finished game to take elsewhere (docs/moving-out.md#static-site). Administrators only, audited. */
export interface Sites {
  /** The data for a static site. @throws AppError `game.not_found` 404, `site.not_final`, `site.too_large` 400 */
  content(ctx: Ctx, gameId: number): Promise<SiteContent>
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  recordings: Recordings
  statistics: StatisticsOfGames
  origin: string
  log: Log
}

type Board = Pick<SiteContent, 'teams'> & {
  challenges: Pick<SiteChallenge, 'id' | 'title' | 'category' | 'value' | 'solved' | 'solves'>[]
}

/** The final board as everybody sees it. */
function boardOf(state: BoardState, cards: Cards): Board {
  const open = challengesAsShown(state, cards).flatMap(([, group]) => group)
  const places = new Map<Solve, number>(
    open.flatMap((challenge) => bloodsOf(challenge).map((solve, place) => [solve, place + 1] as const))
  )
  const solveOf = (solve: Solve): SiteSolve => ({
    challengeId: solve.challenge.id,
    teamId: teamCard(cards, solve.team).id,
    points: solve.points,
    at: solve.at,
    place: places.get(solve) ?? null
  })
  const teams = state.ranking.map((team): SiteTeam => {
    const { division, rank, divisionRank, score, lastSolve } = team
    const { id, name } = teamCard(cards, team)
    const solves = team.solves.filter(isCounted).map(solveOf)
    return { id, name, division, rank, divisionRank, score, lastSolve, solves }
  })
  const challenges = open.map((challenge) => {
    const card = challengeCard(cards, challenge)
    const solves = challenge.solves.filter(isCounted)
    const { id, value } = challenge
    const first = solves.slice(0, SITE_LIMITS.solvers).map(solveOf)
    return {
      id,
      title: card.title,
      category: shownCategory(card),
      value,
      solved: solves.length,
      solves: first
    }
  })
  return { teams, challenges }
}

const NO_TEXTS = { content: '', hints: [], author: '', level: null, tags: [], files: [] }

export function createSites({ db, change, games, recordings, statistics, origin, log }: Needs): Sites {
  /** @throws AppError `site.not_final` unless everybody sees results that move no more */
  const finished = async (ctx: Ctx, gameId: number): Promise<GameFacts> => {
    requireInGame(ctx, gameId, 'export')
    const game = await games.info(gameId)
    const over = gamePhase(game, ctx.now) === 'ended' && frozenSince(game, ctx.now) === null
    if (!over || game.hidden || (await isJudging(db.pool, gameId))) throw new AppError('site.not_final')
    return game
  }

  const board = (gameId: number) => recordings.use(gameId, async ({ state, cards }) => boardOf(state, cards))

  return {
    async content(ctx, gameId) {
      const facts = await finished(ctx, gameId)
      const { id, title, start } = facts
      const { teams, challenges } = await board(gameId)
      const [texts, about, embedded, figures] = await Promise.all([
        listChallengeTexts(db.pool, gameId),
        readGameTexts(db.pool, gameId),
        embeddedIn(db.pool, gameId),
        // Reads as a visitor, so that nothing hidden is included.
        statistics.of({ ...ctx, actor: null }, gameId)
      ])
      const full = challenges.map((one) => ({ ...one, ...(texts.get(one.id) ?? NO_TEXTS) }))
      const { summary = '', content = '', poster = null } = about ?? {}
      const hashes = [
        ...embedded,
        ...full.flatMap(({ files }) => files.flatMap((file) => ('hash' in file ? file.hash : []))),
        ...(poster ? [poster] : [])
      ]
      if ((await sumContentBytes(db.pool, hashes)) > SITE_LIMITS.files)
        throw new AppError('site.too_large', 400, { params: { gib: SITE_LIMITS.files / 1024 ** 3 } })
      await change(ctx, (tx) => tx.audit({ action: 'site_exported', target: `game:${gameId}` }))
      log.info({ game: gameId, ...callerLogFields(ctx) }, 'site_exported')
      const game = { id, title, start, end: announcedEnd(facts), summary, content, poster }
      return { game, teams, challenges: full, statistics: figures, embedded, origin }
    }
  }
}
