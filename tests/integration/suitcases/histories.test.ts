import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fold, settle } from '~/scoring/rules'
import { oracle } from '~/scoring/rules/testing/oracle'
import { readEntries, type ScoreEvent, verifyChain } from '~/server/ledger'
import { isAppError } from '~/server/platform/errors'
import { MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import type { PlayedGame } from '../../support/fixtures'
import {
  type Carried,
  carry,
  handIn,
  keyedGame,
  merge,
  resultsOf,
  solveAt
} from '../../support/games/suitcases'

let home: Domain
let laptop: Domain
beforeAll(async () => {
  home = await openDomain()
  laptop = await openDomain()
})
afterAll(async () => {
  await home?.close()
  await laptop?.close()
})

const TEAMS = 4
const CHALLENGES = 3

const side = fc.constantFrom('home' as const, 'away' as const)
const team = fc.nat(TEAMS - 1)
const challenge = fc.nat(CHALLENGES - 1)
const act = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('solve' as const), side, team, challenge }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('award' as const),
      side,
      team,
      points: fc.integer({ min: -90, max: 90 })
    })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), team, challenge }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const) }) }
)

type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** What stands on each side, kept beside the platform. */
class Model {
  readonly solves = { home: new Map<string, number>(), away: new Map<string, number>() }
  readonly awards: { team: number; points: number }[] = []

  /** The ledger of one machine on which all of it happened. */
  events(base: readonly ScoreEvent[], game: PlayedGame): ScoreEvent[] {
    const pairs = new Set([...this.solves.home.keys(), ...this.solves.away.keys()])
    const solves = [...pairs].map((pair) => {
      const [place, which] = pair.split(' ').map(Number) as [number, number]
      const times = [this.solves.home.get(pair), this.solves.away.get(pair)].filter((at) => at !== undefined)
      const [participationId, challengeId] = [game.teams[place]!.participationId, game.challenges[which]!.id]
      return { kind: 'solve' as const, at: Math.min(...times), participationId, challengeId, userId: null }
    })
    solves.sort((a, b) => a.at - b.at)
    const awards = this.awards.map(({ team, points }) => ({
      ...{ kind: 'award' as const, at: 0, participationId: game.teams[team]!.participationId },
      payload: { points, reason: '' }
    }))
    return [...base, ...solves.map((one, index) => ({ ...one, submissionId: index + 1 })), ...awards].map(
      (event, index) => ({ ...event, seq: index + 1 }) as ScoreEvent
    )
  }
}

type Sides = Record<'home' | 'away', { domain: Domain; game: PlayedGame }>

async function run(sides: Sides, model: Model, one: Exclude<Act, { do: 'merge' }>, at: number) {
  if (one.do === 'void') {
    const { domain, game } = sides.away
    const [challengeId, participationId] = [
      game.challenges[one.challenge]!.id,
      game.teams[one.team]!.participationId
    ]
    const correction = { kind: 'void' as const, challengeId, participationIds: [participationId] }
    await domain.services.corrections
      .apply(domain.admin, game.id, { correction, reason: 'Leaked.' })
      .catch((error: unknown) => {
        if (!isAppError(error) || error.code !== 'correction.nothing') throw error
      })
    model.solves.away.delete(`${one.team} ${one.challenge}`)
    return
  }
  const { domain, game } = sides[one.side]
  if (one.do === 'award') {
    const points = one.points || 1
    const correction = {
      kind: 'award' as const,
      participationIds: [game.teams[one.team]!.participationId],
      points
    }
    await domain.services.corrections.apply(domain.admin, game.id, { correction, reason: 'Extra.' })
    model.awards.push({ team: one.team, points })
    return
  }
  await solveAt(domain, game, [
    { team: game.teams[one.team]!, challenge: game.challenges[one.challenge]!, at }
  ])
  const pair = `${one.team} ${one.challenge}`
  const solves = model.solves[one.side]
  if (!solves.has(pair)) solves.set(pair, at)
}

async function mergeNow({ home: { game }, away }: Sides, { suitcase, fingerprint }: Carried) {
  await handIn(home, game.id, await resultsOf(laptop, away.game.id))
  await merge(home, game.id, suitcase, { fingerprint }).catch((error: unknown) => {
    if (!isAppError(error) || error.code !== 'correction.nothing') throw error
  })
}

const eventsOf = (game: PlayedGame) => readEntries(home.stores.db.pool, game.id, 0, 100_000)

it('after merging, the board is that of one machine on which everything happened, the earlier solve counting', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 20 }), async (acts) => {
      const game = await keyedGame(home, { teams: TEAMS, challenges: CHALLENGES })
      const base = await eventsOf(game)
      const carried = await carry(home, laptop, game)
      const sides: Sides = { home: { domain: home, game }, away: { domain: laptop, game: carried.away } }
      const model = new Model()
      const start = Date.now() - 50 * MINUTE_MS
      for (const [index, one] of acts.entries())
        if (one.do === 'merge') await mergeNow(sides, carried)
        else await run(sides, model, one, start + index * MINUTE_MS)
      await mergeNow(sides, carried)
      const events = await eventsOf(game)
      const expected = oracle(model.events(base, game)).teams
      expect(oracle(events).teams).toEqual(expected)
      expect(settle(fold(events)).map(({ id, score, rank }) => ({ id, score, rank }))).toEqual(
        expected.map(({ id, score, rank }) => ({ id, score, rank })).sort((a, b) => a.rank - b.rank)
      )
      expect((await verifyChain(home.stores.db.pool, game.id)).firstBad).toBeNull()
      const again = await resultsOf(laptop, carried.away.id)
      await handIn(home, game.id, again)
      expect(
        (await home.services.suitcases.preview(home.admin, game.id, carried.suitcase, {})).preview.empty
      ).toBe(true)
      expect(await eventsOf(game)).toEqual(events)
    }),
    { numRuns: 25 }
  )
}, 240_000)
