import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { ColumnWriter } from '~/scoring/board/columnar-writer'
import { compress } from '~/scoring/board/compress'
import { Serialiser } from '~/scoring/board/serialise'
import {
  applyEvent,
  type BoardState,
  boardFromColumns,
  boardFromSnapshot,
  type Cards,
  fold,
  type Scoreboard,
  settle
} from '~/scoring/rules'
import type { ScoreEvent } from '~/server/ledger/contract'
import { DAY_MS } from '~/server/platform/time'
import { heading, number, type Row, table } from './support/report'

const unbrotli = promisify(zlib.brotliDecompress)

export const START = 1_700_000_000_000
const MEMBERS = 4
/** Share of all pairs of team and challenge that are solved. */
const SOLVED = 0.342
const CATEGORIES = ['Misc', 'Crypto', 'Pwn', 'Web', 'Reverse']

/** The same numbers in every run (Park and Miller's minimal generator). */
function dice() {
  let state = 20_231_115
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export interface Game {
  state: BoardState
  cards: Cards
  solves: number
}

/** A game of two days; strong teams solve more. */
export function gameOf(teams: number, challenges: number): Game {
  const random = dice()
  const events: ScoreEvent[] = []
  const cards: Cards = { teams: new Map(), challenges: new Map(), userName: (solver) => solver }
  for (let challengeId = 1; challengeId <= challenges; challengeId++) {
    const category = CATEGORIES[challengeId % CATEGORIES.length]!
    cards.challenges.set(challengeId, { title: `Challenge ${challengeId}`, category })
    events.push({ kind: 'open', seq: 0, at: START, challengeId })
  }
  const solves: { at: number; participationId: number; challengeId: number }[] = []
  for (let participationId = 1; participationId <= teams; participationId++) {
    cards.teams.set(participationId, {
      id: participationId * 3,
      name: `Team ${Math.floor(random() * 1e9).toString(36)}`,
      bio: null,
      avatar: null,
      country: null
    })
    const payload = { division: participationId % 2 ? 'open' : 'student' }
    events.push({ kind: 'admit', seq: 0, at: START, participationId, payload })
    const strength = random() * 2 * SOLVED
    for (let challengeId = 1; challengeId <= challenges; challengeId++)
      if (random() < strength)
        solves.push({ at: START + Math.floor(random() * 2 * DAY_MS), participationId, challengeId })
  }
  solves.sort((a, b) => a.at - b.at)
  for (const [index, solve] of solves.entries()) {
    const userId = `player-${solve.participationId}-${Math.floor(random() * MEMBERS)}`
    events.push({ kind: 'solve', seq: 0, ...solve, submissionId: index * 3, userId })
  }
  const state = fold(events.map((event, index) => ({ ...event, seq: index + 1 })))
  settle(state)
  return { state, cards, solves: solves.length }
}

/** Adds a few solves, as between two versions of a board. */
export function moveOn({ state }: Game, count: number): void {
  const open = [...state.challenges.values()]
  let made = 0
  for (const team of state.teams.values()) {
    const challenge = open.find(({ id }) => !team.solves.some((solve) => solve.challenge.id === id))
    if (!challenge) continue
    const [seq, submissionId] = [state.seq + 1, 1e9 + state.seq]
    const ids = { participationId: team.id, challengeId: challenge.id, submissionId, userId: null }
    applyEvent(state, { kind: 'solve', seq, at: START + 2 * DAY_MS + made, ...ids })
    if (++made === count) return
  }
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The result, and the CPU milliseconds, which other processes hardly change. */
export const clocked = async <T>(work: () => T | Promise<T>): Promise<[T, number]> => {
  const begun = cpuMs()
  const result = await work()
  return [result, cpuMs() - begun]
}

const atOnce = () => undefined
const megabytes = (bytes: number) => bytes / 1e6

/** The longest CPU time without a pause for other work. */
async function longestSlice(columns: Buffer): Promise<number> {
  let [longest, last] = [0, cpuMs()]
  await boardFromColumns(columns, () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    return undefined
  })
  // The last slice has the prices and places.
  return Math.max(longest, cpuMs() - last)
}

async function measured(game: Game): Promise<Row[]> {
  const [writer, serialiser] = [new ColumnWriter(), new Serialiser()]
  const { state, cards } = game
  const [, firstColumns] = await clocked(() => writer.write(state, cards, START))
  const [, firstJson] = await clocked(() => serialiser.write(state, cards, START))
  moveOn(game, 5)
  settle(state)
  const [columns, nextColumns] = await clocked(() => writer.write(state, cards, START))
  const [{ json }, nextJson] = await clocked(() => serialiser.write(state, cards, START))
  const [columnsBr, columnsPacking] = await clocked(async () => (await compress(columns)).br)
  const [jsonBr, jsonPacking] = await clocked(async () => (await compress(json)).br)
  const [, columnsOpening] = await clocked(() => unbrotli(columnsBr))
  const [, jsonOpening] = await clocked(() => unbrotli(jsonBr))
  const slice = await longestSlice(columns)
  const [, columnsReading] = await clocked(() => boardFromColumns(columns, atOnce))
  const [, jsonReading] = await clocked(() => {
    settle(boardFromSnapshot(JSON.parse(json.toString()) as Scoreboard).state)
  })
  const row = (figure: string, ours: number, raw: number | null, goal = ''): Row => ({
    figure,
    ours: number(ours, 2),
    raw: raw === null ? '' : number(raw, 2),
    ratio: raw === null ? '' : number(ours / raw, 3),
    goal
  })
  return [
    row('MB as they are', megabytes(columns.length), megabytes(json.length)),
    row('MB in br', megabytes(columnsBr.length), megabytes(jsonBr.length)),
    row('ms to write the first version', firstColumns, firstJson),
    row('ms to write the next one, five solves later', nextColumns, nextJson, '≤ 50 at 5,000 × 100'),
    row('ms to compress it (gzip and br, in other threads)', columnsPacking, jsonPacking),
    row('ms to decompress br', columnsOpening, jsonOpening),
    row('ms to read it, places and points included', columnsReading, jsonReading),
    row('ms of the longest slice while it is read', slice, null, '≤ 50 at 5,000 × 100')
  ]
}

/**
 * `npm run bench -- boards`: boards by columns beside the contract's JSON, in one process, without stores. Memory is that
 * of the process after a board was folded, written both ways and dropped except for its bytes.
 */
export async function benchColumns(): Promise<void> {
  for (const [teams, challenges] of [
    [1000, 30],
    [5000, 100],
    [50_000, 100]
  ] as const) {
    const game = gameOf(teams, challenges)
    heading(
      `${number(teams, 0)} teams × ${challenges} challenges, ${number(game.solves, 0)} solves: columns (ours) beside JSON (raw), ms of CPU`
    )
    table(await measured(game))
    const { heapUsed, rss, external } = process.memoryUsage()
    const [heap, buffers, resident] = [heapUsed, external, rss].map((bytes) => number(bytes / 2 ** 20, 0))
    table([
      { figure: 'MiB of heap, of buffers, resident', ours: heap!, raw: buffers!, ratio: resident!, goal: '' }
    ])
  }
}
