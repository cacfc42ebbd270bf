import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTask } from 'node:timers/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { BoardSnapshot } from '~/scoring'
import type { BoardItem, Scoreboard } from '~/scoring/rules'
import { takesGzip } from '~/server/platform/encoding'
import { NEVER } from '~/server/platform/time'
import { type ApiRequest, Reply } from './api'
import { isCurrent } from './board'

const gunzip = promisify(zlib.gunzip)

const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)

/** Titles by challenge id; equal ones get a number, because CTFtime identifies tasks by name. */
function taskNames({ challenges }: Pick<Scoreboard, 'challenges'>): Map<number, string> {
  const taken = new Set<string>()
  const names = new Map<number, string>()
  for (const { id, title } of Object.values(challenges).flat()) {
    let name = title
    for (let count = 2; taken.has(name); count++) name = `${title} (${count})`
    taken.add(name)
    names.set(id, name)
  }
  return names
}

/** A team for CTFtime; `lastAccept` is absent without a solve. Unix seconds. */
const standing = (names: Map<number, string>) => (item: BoardItem) => ({
  pos: item.rank,
  team: item.name,
  score: item.score,
  taskStats: Object.fromEntries(
    item.solvedChallenges.flatMap(({ id, score: points, time }) => {
      const task = names.get(id)
      return task === undefined ? [] : [[task, { points, time: seconds(time) }]]
    })
  ),
  ...(item.lastSubmissionTime === NEVER ? {} : { lastAccept: seconds(item.lastSubmissionTime) })
})

/** Teams per slice; other requests run in between. */
const TEAMS_AT_ONCE = 25

/** The feed (https://ctftime.org/json-scoreboard-feed) in pieces. */
async function* feedText(board: BoardSnapshot): AsyncGenerator<string> {
  const names = taskNames(board.head())
  yield `{"tasks":${JSON.stringify([...names.values()])},"standings":[`
  for (let from = 0; from < board.teamCount; from += TEAMS_AT_ONCE) {
    const teams = board.items(from, TEAMS_AT_ONCE).map(standing(names))
    yield `${from > 0 ? ',' : ''}${JSON.stringify(teams).slice(1, -1)}`
    await nextTask()
  }
  yield ']}'
}

interface Feed {
  etag: string
  gzip: Buffer
  /** When it was ready, and how long that took, in milliseconds. */
  readyAt: number
  spent: number
}

async function made(board: BoardSnapshot): Promise<Feed> {
  const begun = performance.now()
  const text = Readable.from(feedText(board), { objectMode: false })
  const gzip = await buffer(pipeline(text, zlib.createGzip({ level: 5 }), () => {}))
  const readyAt = performance.now()
  return { etag: board.etag, gzip, readyAt, spent: readyAt - begun }
}

/** Games whose feeds are cached. */
const KEPT = 20
/** A feed of more compressed bytes is not made with every solve, but after PAUSE_FACTOR times its making. */
const LARGE = 100_000
const PAUSE_FACTOR = 10

const feeds = new Map<number, Feed>()
const making = new Map<number, Promise<Feed>>()

/** Made once per version. For a large board that changes often, a version some seconds old is returned. */
async function feedOf(board: BoardSnapshot): Promise<Feed> {
  const { gameId, etag } = board
  const known = feeds.get(gameId)
  if (known?.etag === etag) return known
  const resting =
    known && known.gzip.length > LARGE && performance.now() - known.readyAt < PAUSE_FACTOR * known.spent
  if (resting) return known
  const running = making.get(gameId)
  if (running) return running
  const work = made(board)
    .then((feed) => {
      feeds.delete(gameId)
      feeds.set(gameId, feed)
      for (const oldest of feeds.keys()) if (feeds.size > KEPT) feeds.delete(oldest)
      return feed
    })
    .finally(() => making.delete(gameId))
  making.set(gameId, work)
  return work
}

/** The feed of CTFtime; 304 for a client that has it. */
export async function ctftimeReply(board: BoardSnapshot, request: ApiRequest): Promise<Reply> {
  const known = request.header('if-none-match')
  const headersOf = (etag: string) => ({
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding'
  })
  if (isCurrent(known, board.etag)) return new Reply(304, headersOf(board.etag))
  const { etag, gzip } = await feedOf(board)
  if (isCurrent(known, etag)) return new Reply(304, headersOf(etag))
  const headers = { ...headersOf(etag), 'Content-Type': 'application/json; charset=utf-8' }
  if (takesGzip(request.header('accept-encoding')))
    return new Reply(200, { ...headers, 'Content-Encoding': 'gzip' }, gzip)
  // Whole, so that its length is known; few clients lack gzip.
  return new Reply(200, headers, await gunzip(gzip))
}
