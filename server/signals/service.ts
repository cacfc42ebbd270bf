import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import { type GameAccess, gamePhase } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { gameNotStarted } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import type { PairSignals, SharedEntries, SignalsView, SignalTeam, SilentSolves, Trapped } from './contract'
import { findPairs, type SingleSigns } from './pairs'
import {
  listSentDecoys,
  listSharedEntries,
  listSignalTeams,
  listUndownloadedSolves,
  listUnopenedSolves
} from './queries'

/** Finds signs that teams may have worked together (docs/rules/signals.md). They have no automatic consequence. */
export interface Signals {
  /**
   * Signals for Monitor and Admin; up to a minute old.
   * @throws AppError 401, 403, `game.not_found` 404, `game.not_started` (10001)
   */
  of(ctx: Ctx, gameId: number): Promise<SignalsView>
}

/** Milliseconds. */
const TTL_MS = 60_000
const MAX_PAIRS = 100
const MAX_TEAMS = 50
/** Most records of one team. */
const MAX_PER_TEAM = 20
/** If a larger share of the solves is silent, teams read challenges outside the platform's pages and calls. */
const USUAL_SHARE = 0.2

type SilentRow = Awaited<ReturnType<typeof listUnopenedSolves>>[number]
type Teams = ReadonlyMap<number, SignalTeam>

const silentTeams = (found: readonly SilentRow[]) =>
  [...new Set(found.map(({ participationId }) => participationId))].slice(0, MAX_TEAMS)

function silentSolves(found: readonly SilentRow[], teams: Teams): SilentSolves {
  const { solves = 0, silent = 0 } = found[0] ?? {}
  const made = new Map<number, NonNullable<SilentSolves['teams']>[number]>()
  for (const { participationId, own, at, challengeId, challenge, submission } of found) {
    const team = teams.get(participationId)
    if (!team) continue
    const one = made.get(participationId) ?? { team, solves: [], count: own }
    one.solves.push({ challengeId, challenge, time: wireTime(new Date(at)), submission })
    made.set(participationId, one)
  }
  return { teams: silent > solves * USUAL_SHARE ? null : [...made.values()], silent, solves }
}

/** Lists by participation, the longest first, at most `MAX_TEAMS`. */
function grouped<T>(all: readonly T[], teamOf: (one: T) => number): [participation: number, own: T[]][] {
  const made = new Map<number, T[]>()
  for (const one of all) {
    const own = made.get(teamOf(one))
    if (own) own.push(one)
    else made.set(teamOf(one), [one])
  }
  return [...made].sort(([, a], [, b]) => b.length - a.length).slice(0, MAX_TEAMS)
}

const trappedBy = (found: [number, SingleSigns['decoys']][], teams: Teams): Trapped[] =>
  found.flatMap(([participation, own]) => {
    const team = teams.get(participation)
    if (!team) return []
    const sent = own.slice(0, MAX_PER_TEAM).map(({ id, challengeId, challenge, at }) => ({
      ...{ challengeId, challenge, submission: id },
      time: wireTime(new Date(at))
    }))
    return [{ team, sent, count: own.length }]
  })

const sharedBy = (found: [number, SingleSigns['entries']][], teams: Teams): SharedEntries[] =>
  found.flatMap(([participation, own]) => {
    const team = teams.get(participation)
    if (!team) return []
    const hints = own.slice(0, MAX_PER_TEAM).map(({ id, challenge, at, sign, detail }) => ({
      ...{ event: id, challenge, sign, detail },
      time: wireTime(new Date(at))
    }))
    return [{ team, hints, count: own.length }]
  })

async function signalsOf({ pool }: Database, gameId: number): Promise<SignalsView> {
  const beside = {
    decoys: await listSentDecoys(pool, gameId),
    entries: await listSharedEntries(pool, gameId)
  }
  const found = await findPairs(pool, gameId, beside)
  const unopened = await listUnopenedSolves(pool, gameId)
  const undownloaded = await listUndownloadedSolves(pool, gameId)
  const shown = found.slice(0, MAX_PAIRS)
  const silent = [unopened, undownloaded].flatMap(silentTeams)
  const traps = grouped(
    beside.decoys.filter(({ owner, sender }) => owner === null || owner === sender),
    ({ sender }) => sender
  )
  const shares = grouped(beside.entries, ({ owner }) => owner)
  const ofTeams = [...traps, ...shares].map(([participation]) => participation)
  const named = await listSignalTeams(pool, [
    ...new Set([...shown.flatMap(({ ids }) => ids), ...silent, ...ofTeams])
  ])
  const teams = new Map(named.map((team) => [team.participationId, team]))
  const pairs = shown.flatMap(({ ids: [a, b], ...pair }): PairSignals[] => {
    const [first, second] = [teams.get(a), teams.get(b)]
    return first && second ? [{ ...pair, teams: [first, second] }] : []
  })
  const { teams: unread, silent: unopenedSolves, solves } = silentSolves(unopened, teams)
  return {
    pairs,
    pairCount: found.length,
    unopened: unread,
    undownloaded: silentSolves(undownloaded, teams),
    decoys: trappedBy(traps, teams),
    entries: sharedBy(shares, teams),
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
  const kept = caches.create<SignalsView>({ ttl: TTL_MS, max: 200 })
  return {
    async of(ctx, gameId) {
      requireInGame(ctx, gameId, 'cases')
      const game = await games.info(gameId)
      if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
      return kept.through(String(gameId), async () => ({
        value: await signalsOf(db, gameId),
        tags: [`game:${gameId}`]
      }))
    }
  }
}
