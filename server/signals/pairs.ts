import type { Pool } from '~/server/db'
import { wireTime } from '~/server/platform/time'
import type { CloseSolve, PairSignals, Step } from './contract'
import {
  listCheatMatches,
  listCloseSolves,
  listEqualSteps,
  type listSentDecoys,
  type listSharedEntries,
  listTeamsOfOneAddress
} from './queries'
import { MIN_CLOSE, MIN_STEPS, strengthOf } from './strength'

/** Most matches of one pair. */
const MAX_MATCHES = 20
const MAX_CLOSE = 50

interface Found {
  ids: readonly [number, number]
  matches: number[]
  decoys: number[]
  entries: number[]
  close: CloseSolve[]
  steps: Step[]
}

/** A pair of participations, the smaller id first, before their names are known. */
type FoundPair = Omit<PairSignals, 'teams'> & Pick<Found, 'ids'>

/** Pairs of participations, the smaller id first. */
class Pairs {
  readonly #found = new Map<string, Found>()

  of(one: number, other: number): Found {
    const ids = one < other ? ([one, other] as const) : ([other, one] as const)
    const known = this.#found.get(ids.join())
    if (known) return known
    const made: Found = { ids, matches: [], decoys: [], entries: [], close: [], steps: [] }
    this.#found.set(ids.join(), made)
    return made
  }

  get all(): Found[] {
    return [...this.#found.values()]
  }
}

/** Signs that were found apart from pairs: sent decoys, and entries that were passed on. */
export interface SingleSigns {
  decoys: Awaited<ReturnType<typeof listSentDecoys>>
  entries: Awaited<ReturnType<typeof listSharedEntries>>
}

async function found(pool: Pool, gameId: number, { decoys, entries }: SingleSigns): Promise<Found[]> {
  const pairs = new Pairs()
  for (const { id, sender, owner } of await listCheatMatches(pool, gameId))
    pairs.of(sender, owner).matches.push(id)
  for (const { id, sender, owner } of decoys)
    if (owner !== null && owner !== sender) pairs.of(sender, owner).decoys.push(id)
  for (const { id, owner, user } of entries)
    if (user !== null && user !== owner) pairs.of(user, owner).entries.push(id)
  const close = await listCloseSolves(pool, gameId, MIN_CLOSE)
  for (const { first, second, at, firstSubmission, secondSubmission, ...solve } of close)
    pairs.of(first, second).close.push({
      ...{ ...solve, first, time: wireTime(new Date(at)) },
      submissions: [firstSubmission, secondSubmission]
    })
  for (const { first, second, at, gap, ...step } of await listEqualSteps(pool, gameId, MIN_STEPS))
    pairs.of(first, second).steps.push({
      challengeIds: [step.fromId, step.toId],
      challenges: [step.from, step.to],
      ...{ first, gap, time: wireTime(new Date(at)) },
      submissions: [step.firstSubmission, step.secondSubmission]
    })
  return pairs.all
}

/** Pairs of teams with signals, the strongest first. */
export async function findPairs(pool: Pool, gameId: number, beside: SingleSigns): Promise<FoundPair[]> {
  const all = await found(pool, gameId, beside)
  const common = await listTeamsOfOneAddress(
    pool,
    all.map(({ ids }) => ids)
  )
  const sameAddress = new Set(common.map(({ a, b }) => `${a},${b}`))
  return all
    .map(({ ids, matches, decoys, entries, close, steps }) => {
      const counts = {
        matches: matches.length,
        decoys: decoys.length,
        entries: entries.length,
        close: close.length,
        steps: steps.length,
        sameAddress: sameAddress.has(ids.join())
      }
      return {
        ids,
        strength: strengthOf(counts),
        matches: matches.slice(0, MAX_MATCHES),
        matchCount: counts.matches,
        decoys: decoys.slice(0, MAX_MATCHES),
        decoyCount: counts.decoys,
        entries: entries.slice(0, MAX_MATCHES),
        entryCount: counts.entries,
        close: close.slice(0, MAX_CLOSE),
        closeCount: counts.close,
        steps: steps.slice(0, MAX_CLOSE),
        stepCount: counts.steps,
        sameAddress: counts.sameAddress
      }
    })
    .sort((a, b) => b.strength - a.strength || copies(b) - copies(a) || b.closeCount - a.closeCount)
    .map(({ closeCount: _, ...pair }) => pair)
}

const copies = (pair: Pick<PairSignals, 'matchCount' | 'decoyCount' | 'entryCount'>) =>
  pair.matchCount + pair.decoyCount + pair.entryCount
