import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ColumnWriter } from '~/scoring/board/columnar-writer'
import { applyEvent, type Cards, type Delta, fold, publicEvents, teamCard } from '~/scoring/rules'
import { cards } from '~/scoring/rules/testing/histories'
import type { NewScoreEvent, ScoreEvent } from '~/server/ledger/contract'
import { LiveBoard, NEWS_MS } from './board'
import { detailOf } from './view'

function platform() {
  const state = fold([])
  const append = (...events: NewScoreEvent[]): Delta => {
    const from = state.seq
    const sent = events.flatMap((event) => {
      const entry = { ...event, seq: state.seq + 1 } as ScoreEvent
      const seen = publicEvents(state, entry, cards) ?? []
      applyEvent(state, entry)
      return seen
    })
    return { from, to: state.seq, events: sent }
  }
  for (const challengeId of [1, 2]) append({ kind: 'open', at: 0, challengeId })
  for (const participationId of [1, 2, 3])
    append({ kind: 'admit', at: 0, participationId, payload: { division: null } })
  const snapshot = (names: Cards = cards) => new Uint8Array(new ColumnWriter().write(state, names, 5))
  return { append, snapshot }
}

const solve = (at: number, participationId: number, challengeId: number): NewScoreEvent => ({
  kind: 'solve',
  at,
  participationId,
  challengeId,
  submissionId: at,
  userId: null
})

const names = ({ view }: LiveBoard) => view?.ranking.map((team) => teamCard(view.board.cards, team).name)

let game: ReturnType<typeof platform>
let answer: () => Response
const fetched = vi.fn(async () => answer())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  game = platform()
  answer = () => new Response(game.snapshot())
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

async function opened(): Promise<LiveBoard> {
  const board = new LiveBoard(1)
  board.open()
  await pass(1)
  return board
}

describe('the board in the browser', () => {
  it("the board begins with the server's snapshot", async () => {
    const board = await opened()
    expect(names(board)).toEqual(['Team "0" ✓', 'Team "1" ✓', 'Team "2" ✓'])
    expect(board.seq()).toBe(5)
  })

  it('deltas are folded, and news are shown for a while', async () => {
    const board = await opened()
    const told = vi.fn()
    board.subscribe(told)
    board.fold(game.append(solve(70, 3, 1)))
    board.fold(game.append(solve(80, 2, 1)))
    await pass(200)
    expect(names(board)).toEqual(['Team "2" ✓', 'Team "1" ✓', 'Team "0" ✓'])
    expect(told).toHaveBeenCalledTimes(1)
    expect([...board.view!.news.keys()]).toEqual([3, 2])
    expect(board.view!.changedAt).toBe(80)
    await pass(NEWS_MS + 200)
    expect(board.view!.news.size).toBe(0)
  })

  it('renderings are limited, however many deltas come', async () => {
    const board = await opened()
    const told = vi.fn()
    board.subscribe(told)
    for (let at = 0; at < 100; at++) {
      board.fold(game.append({ kind: 'award', at, participationId: 1, payload: { points: 1, reason: '' } }))
      await pass(10)
    }
    await pass(200)
    expect(told.mock.calls.length).toBeLessThan(12)
    expect(board.view!.ranking[0]!.score).toBe(100)
  })
})

describe('names', () => {
  const rename = () => {
    const teams = new Map([...cards.teams].map(([id, card]) => [id, { ...card, name: `New ${id}` }]))
    return game.snapshot({ ...cards, teams })
  }

  it('names are fetched once after a change, also when they belong to an older version', async () => {
    const board = await opened()
    const named = rename()
    answer = () => new Response(named)
    board.fold(game.append(solve(70, 3, 1)))
    await pass(200)
    for (let told = 0; told < 5; told++) board.renamed()
    await pass(6000)
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(names(board)).toEqual(['New 3', 'New 1', 'New 2'])
    expect(board.seq()).toBe(6)
    await pass(100_000)
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('reasons of awards come and go with the names', async () => {
    game.append({ kind: 'award', at: 60, participationId: 1, payload: { points: 1, reason: 'Told' } })
    const board = await opened()
    const told = () => JSON.stringify([...board.view!.board.state.teams.values()].map(({ awards }) => awards))
    expect(told()).toContain('Told')
    const hidden = game.snapshot({ ...cards, reasons: false })
    answer = () => new Response(hidden)
    board.renamed()
    await pass(6000)
    expect(told()).not.toContain('Told')
    expect(board.seq()).toBe(6)
  })

  it('names are fetched until a response comes', async () => {
    const board = await opened()
    answer = () => new Response('', { status: 503 })
    board.renamed()
    await pass(6000)
    const named = rename()
    answer = () => new Response(named)
    await pass(60_000)
    expect(names(board)).toEqual(['New 1', 'New 2', 'New 3'])
  })

  it('names that change during a fetch are fetched after it', async () => {
    const board = await opened()
    let reply: (response: Response) => void = () => {}
    fetched.mockImplementationOnce(() => new Promise<Response>((resolve) => (reply = resolve)))
    const old = game.snapshot()
    void board.load()
    board.renamed()
    await pass(6000)
    const named = rename()
    answer = () => new Response(named)
    reply(new Response(old))
    await pass(6000)
    expect(names(board)).toEqual(['New 1', 'New 2', 'New 3'])
  })
})

describe('a board that fell behind', () => {
  it('missing entries cause a fetch', async () => {
    const board = await opened()
    game.append(solve(70, 3, 1))
    board.fold(game.append(solve(80, 2, 2)))
    await pass(400)
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(board.seq()).toBe(7)
    expect(names(board)?.[0]).toBe('Team "2" ✓')
  })

  it('fetches are repeated until the snapshot is as new as the latest notification', async () => {
    const board = await opened()
    const old = game.snapshot()
    answer = () => new Response(old)
    const { to } = game.append(solve(70, 3, 1))
    board.resync(to)
    await pass(900)
    expect(fetched.mock.calls.length).toBeGreaterThanOrEqual(2)
    expect(board.seq()).toBe(5)
    answer = () => new Response(game.snapshot())
    await pass(20_000)
    expect(board.seq()).toBe(to)
    const calls = fetched.mock.calls.length
    await pass(100_000)
    expect(fetched).toHaveBeenCalledTimes(calls)
  })

  it('the board survives an unreachable server, and accepts its refusal', async () => {
    answer = () => new Response('', { status: 503 })
    const board = await opened()
    expect(board.view).toBeNull()
    answer = () => new Response(game.snapshot())
    await pass(5000)
    expect(board.view).not.toBeNull()

    answer = () => new Response('', { status: 404 })
    const gone = await opened()
    const calls = fetched.mock.calls.length
    await pass(100_000)
    expect(fetched).toHaveBeenCalledTimes(calls)
    expect(gone.view).toBeNull()
  })

  it('a closed board does nothing', async () => {
    const board = await opened()
    const { view } = board
    board.close()
    board.fold(game.append(solve(70, 3, 1)))
    await pass(1000)
    expect(board.view).toBe(view)
  })
})

describe('the panel of a team', () => {
  it("unsolved challenges and the team's own bonus count in the shares", async () => {
    game.append(solve(70, 2, 1), solve(80, 3, 1))
    const { view } = await opened()
    const value = (id: number) => view!.board.state.challenges.get(id)!.value
    const [of1, of2] = view!.ranking.map((team) => {
      const { shares, entries } = detailOf(view!, teamCard(view!.board.cards, team).id)!
      return { shares, got: entries.reduce((sum, { points }) => sum + points, 0) }
    })
    for (const { shares, got } of [of1!, of2!]) {
      expect(shares.reduce((sum, { points }) => sum + points, 0)).toBe(got)
      expect(shares.reduce((sum, { of }) => sum + of, 0)).toBe(got + value(2))
    }
    expect(of1!.got, 'the first blood has a bonus').toBeGreaterThan(value(1))
  })
})
