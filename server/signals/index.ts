import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import { type GameAccess, phaseOf } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { gameNotStarted } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import type { CloseSolve, PairSignals, SignalsView, SignalTeam, Unopened } from './contract'
import { closeSolvesOf, matchesOf, ofOneAddress, teamsOf, unopenedOf } from './queries'
import { LEAST_CLOSE, strengthOf } from './strength'

/** What may mean that teams worked together (docs/rules/signals.md). Nothing follows from it by itself. */
export interface Signals {
  /**
   * For Monitor and Admin; up to a minute old.
   * @throws AppError 401, 403, `game.not_found` 404, `game.not_started` (10001)
   */
  of(ctx: Ctx, gameId: number): Promise<SignalsView>
}

/** Milliseconds. */
const TTL = 60_000
const MOST_PAIRS = 100
const MOST_TEAMS = 50
/** Of a pair. */
const MOST_MATCHES = 20
const MOST_CLOSE = 50
/** Where a larger share of the solves has no opening, teams play by other means than the pages and calls of the platform. */
const USUAL_SHARE = 0.2

interface FoundPair {
  ids: readonly [number, number]
  matches: number[]
  close: CloseSolve[]
}

/** Pairs of participations, the smaller id first. */
class Pairs {
  readonly #found = new Map<string, FoundPair>()

  of(one: number, other: number): FoundPair {
    const ids = one < other ? ([one, other] as const) : ([other, one] as const)
    const known = this.#found.get(ids.join())
    if (known) return known
    const made: FoundPair = { ids, matches: [], close: [] }
    this.#found.set(ids.join(), made)
    return made
  }

  get all(): FoundPair[] {
    return [...this.#found.values()]
  }
}

async function pairsOf(pool: Database['pool'], gameId: number) {
  const pairs = new Pairs()
  for (const { id, sender, owner } of await matchesOf(pool, gameId)) pairs.of(sender, owner).matches.push(id)
  for (const { first, second, at, firstSubmission, secondSubmission, ...solve } of await closeSolvesOf(
    pool,
    gameId,
    LEAST_CLOSE
  ))
    pairs.of(first, second).close.push({
      ...{ ...solve, first, time: wireTime(new Date(at)) },
      submissions: [firstSubmission, secondSubmission]
    })
  const common = (
    await ofOneAddress(
      pool,
      pairs.all.map(({ ids }) => ids)
    )
  ).map(({ a, b }) => `${a},${b}`)
  const sameAddress = new Set(common)
  return pairs.all
    .map(({ ids, matches, close }) => {
      const isSame = sameAddress.has(ids.join())
      const strength = strengthOf({ matches: matches.length, close: close.length, sameAddress: isSame })
      return { ids, matches, close, sameAddress: isSame, strength }
    })
    .sort(
      (a, b) =>
        b.strength - a.strength || b.matches.length - a.matches.length || b.close.length - a.close.length
    )
}

type UnopenedRow = Awaited<ReturnType<typeof unopenedOf>>[number]

function byTeam(found: readonly UnopenedRow[], teams: ReadonlyMap<number, SignalTeam>): Unopened[] {
  const made = new Map<number, Unopened>()
  for (const { participationId, own, at, challengeId, challenge, submission } of found) {
    const team = teams.get(participationId)
    if (!team) continue
    const one = made.get(participationId) ?? { team, solves: [], count: own }
    one.solves.push({ challengeId, challenge, time: wireTime(new Date(at)), submission })
    made.set(participationId, one)
  }
  return [...made.values()]
}

async function signalsOf({ pool }: Database, gameId: number): Promise<SignalsView> {
  const found = await pairsOf(pool, gameId)
  const unopened = await unopenedOf(pool, gameId)
  const { solves = 0, unopened: unopenedSolves = 0 } = unopened[0] ?? {}
  const isUsual = unopenedSolves <= solves * USUAL_SHARE
  const shown = found.slice(0, MOST_PAIRS)
  const silent = [...new Set(unopened.map(({ participationId }) => participationId))].slice(0, MOST_TEAMS)
  const named = await teamsOf(pool, [...new Set([...shown.flatMap(({ ids }) => ids), ...silent])])
  const teams = new Map(named.map((team) => [team.participationId, team]))
  const pairs = shown.flatMap(({ ids: [a, b], matches, close, ...one }): PairSignals[] => {
    const [first, second] = [teams.get(a), teams.get(b)]
    if (!first || !second) return []
    const limited = { matches: matches.slice(0, MOST_MATCHES), close: close.slice(0, MOST_CLOSE) }
    return [{ ...one, ...limited, teams: [first, second], matchCount: matches.length }]
  })
  return {
    pairs,
    pairCount: found.length,
    unopened: isUsual ? byTeam(unopened, teams) : null,
    unopenedSolves,
    solves
  }
}

interface Needs {
  db: Database
  caches: Caches
  games: GameAccess
}

export function createSignals({ db, caches, games }: Needs): Signals {
  const kept = caches.create<SignalsView>({ ttl: TTL, max: 200 })
  return {
    async of(ctx, gameId) {
      requireActor(ctx, 'Monitor')
      const game = await games.info(gameId)
      if (phaseOf(game, ctx.now) === 'before') throw gameNotStarted()
      return kept.through(String(gameId), async () => ({
        value: await signalsOf(db, gameId),
        tags: [`game:${gameId}`]
      }))
    }
  }
}
