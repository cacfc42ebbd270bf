import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedgerFile } from '~/scoring/rules/ledger-file'
import { oracle } from '~/scoring/rules/testing/oracle'
import { NODE_CRYPTO } from '~/scripts/event/verify'
import { readEntries } from '~/server/ledger'
import type { ScoreEvent } from '~/server/ledger/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '../../support/fixtures'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { createRandom, type Random } from '../../support/random'
import { judged } from '../../support/scoring/judged'
import { until } from '../../support/until'

let platform: Platform
let admin: Client
let visitor: Client

beforeAll(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  visitor = new Client(platform.url)
})
afterAll(() => platform?.close())

const TEAMS = 5
const CHALLENGES = 3
const ACTS = 24

interface Line {
  participationId: number
  score: number
  rank: number
  solved: number
}

interface History {
  game: PlayedGame
  /** Clients of the captains, in the order of the teams. */
  captains: Client[]
  random: Random
  /** The last entry of the ledger when the board froze; null while it is not frozen. */
  frozenAt: number | null
}

const entries = (game: PlayedGame) => readEntries(platform.stores.db.pool, game.id, 0, 100_000)

/** Kinds of entries that change points; a freeze shows those of later structure, such as a challenge that opens. */
const SCORES: ScoreEvent['kind'][] = ['solve', 'void', 'award', 'decay', 'correction']

/** By the slow program that shares no code with the product: the real board, or that of outsiders. */
async function expected({ game, frozenAt }: History, of: 'staff' | 'outsiders'): Promise<Line[]> {
  const all = await entries(game)
  const shown =
    of === 'staff' || frozenAt === null
      ? all
      : all.filter(({ kind }, place) => place < frozenAt || !SCORES.includes(kind))
  return oracle(shown).teams.map(({ id, score, rank, solved }) => ({
    participationId: id,
    score,
    rank,
    solved
  }))
}

const post = (game: PlayedGame, path: string, body: unknown) =>
  admin.call('POST', `/api/edit/games/${game.id}/corrections${path}`, body)

/** Applies a correction, which may be refused when it would change nothing, and compares it with its preview. */
async function correct(history: History, correction: Record<string, unknown>): Promise<void> {
  const { game } = history
  const { body } = await post(game, '/preview', correction)
  const { digest, empty, effect } = body as {
    digest: string
    empty: boolean
    effect: { gain: number; lose: number }
  }
  const before = new Map((await expected(history, 'staff')).map((line) => [line.participationId, line.score]))
  const done = await post(game, '', { correction, reason: 'Because.', digest })
  expect(done.status).toBe(empty ? 400 : 200)
  const after = await expected(history, 'staff')
  const changes = after.map(({ participationId, score }) => score - before.get(participationId)!)
  expect([effect.gain, effect.lose]).toEqual([
    changes.filter((change) => change > 0).length,
    changes.filter((change) => change < 0).length
  ])
}

/** Half an hour before and after now. */
const timesAround = () => ({
  from: new Date(Date.now() - 30 * MINUTE_MS).toISOString(),
  to: new Date(Date.now() + 30 * MINUTE_MS).toISOString()
})

/** Something that happens in a game or that staff do to it. */
const ACT: Record<string, (history: History) => Promise<unknown>> = {
  async send({ game, random }) {
    const [team, challenge] = [random.pick(game.teams)!, random.pick(game.challenges)!]
    const answer = random.below(4) === 0 ? 'flag{wrong}' : challenge.flag
    await sendFlags(platform.stores.db, game, [{ team, challenge, answer }])
    await judged(platform.stores, game.id)
  },
  award: (history) => {
    const { game, random } = history
    const participationIds = [random.pick(game.teams)!.participationId]
    return correct(history, { kind: 'award', participationIds, points: random.below(200) - 99 || 1 })
  },
  grant: async (history) => {
    const { game, random } = history
    const [team, challenge] = [random.pick(game.teams)!, random.pick(game.challenges)!]
    const solve = { kind: 'solve', challengeId: challenge.id, at: new Date().toISOString() }
    // Refused for a team that has solved it.
    await post(game, '', {
      correction: { ...solve, participationIds: [team.participationId] },
      reason: 'It was down.'
    })
  },
  void: (history) => {
    const { game, random } = history
    const participationIds = [random.pick(game.teams)!.participationId]
    const challengeId = random.pick(game.challenges)!.id
    return correct(history, { kind: 'void', challengeId, participationIds, ...timesAround() })
  },
  undo: async ({ game, random }) => {
    const { data } = await admin.ok<{ data: { number: number; undone: unknown }[] }>(
      'GET',
      `/api/edit/games/${game.id}/corrections?count=100`
    )
    const one = random.pick(data.filter(({ undone }) => !undone))
    // Refused when what it changed is different now.
    if (one) await post(game, `/${one.number}/undo`, { reason: 'Because not.' })
  },
  suspend: ({ game, random }) => {
    const { participationId } = random.pick(game.teams)!
    const status = random.pick(['Suspended', 'Accepted'])
    return admin.ok('PUT', `/api/admin/participation/${participationId}`, { status })
  },
  points: ({ game, random }) => {
    const { id } = random.pick(game.challenges)!
    return admin.ok('PUT', `/api/edit/games/${game.id}/challenges/${id}`, {
      originalScore: 100 + random.below(900)
    })
  },
  freeze: async (history) => {
    const { game, frozenAt } = history
    if (frozenAt !== null) {
      await admin.ok('POST', `/api/edit/games/${game.id}/reveal`)
      history.frozenAt = null
    } else {
      const head = (await entries(game)).length
      await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
      history.frozenAt = head
    }
  }
}

/** Often flags, and each of the others about as often. */
const chosen = ({ random }: History) => (random.below(2) === 0 ? ACT.send! : random.pick(Object.values(ACT))!)

interface Item {
  participationId: number
  score: number
  rank: number
  solvedCount: number
}

async function publicBoard({ id }: PlayedGame): Promise<Line[]> {
  const { items } = await visitor.ok<{ items: Item[] }>('GET', `/api/game/${id}/scoreboard`)
  return items.map(({ participationId, score, rank, solvedCount }) => ({
    participationId,
    score,
    rank,
    solved: solvedCount
  }))
}

/** What other endpoints say of the same board. */
async function compareEndpoints(history: History): Promise<void> {
  const { game, captains } = history
  const board = await expected(history, 'outsiders')
  const nameOf = new Map(game.teams.map(({ participationId, name }) => [participationId, name]))
  const feed = await visitor.ok<{ standings: { pos: number; team: string; score: number }[] }>(
    'GET',
    `/api/game/${game.id}/ctftime`
  )
  expect(feed.standings).toEqual(
    board.map(({ participationId, rank, score }) =>
      expect.objectContaining({ pos: rank, team: nameOf.get(participationId), score })
    )
  )
  for (const line of board) {
    const place = game.teams.findIndex(({ participationId }) => participationId === line.participationId)
    const { rank } = await captains[place]!.ok<{ rank: Item }>('GET', `/api/game/${game.id}/details`)
    expect([rank.rank, rank.score]).toEqual([line.rank, line.score])
  }
  const file = await admin.call<string>('GET', `/api/game/${game.id}/ledger`)
  const { state, fault } = await verifyLedgerFile(file.body.split('\n'), NODE_CRYPTO)
  expect(fault).toBeNull()
  expect(state.ranking.map(({ id, score, rank }) => [id, score, rank])).toEqual(
    (await expected(history, 'staff')).map(({ participationId, score, rank }) => [
      participationId,
      score,
      rank
    ])
  )
}

describe('a history of flags, corrections, freezes and undos', () => {
  it.each([1, 2, 3])(
    'is told alike by every endpoint, and as an independent program computes it: number %i',
    async (stream) => {
      const game = await playGame(platform.stores.db, { teams: TEAMS, challenges: CHALLENGES })
      const captains = await Promise.all(
        game.teams.map(async ({ members: [captain] }) => {
          const client = new Client(platform.url)
          client.cookie = await sessionOf(platform, captain!)
          return client
        })
      )
      const history: History = { game, captains, random: createRandom(stream), frozenAt: null }
      for (let n = 0; n < ACTS; n++) {
        await chosen(history)(history)
        const board = await expected(history, 'outsiders')
        await until(async () => {
          expect(await publicBoard(game)).toEqual(board)
          return true
        })
        if (n % 6 === 5) await compareEndpoints(history)
      }
    }
  )
})
