import type { BoardItem, BoardSnapshot, Part, RankStep, TeamCourse } from '~/scoring'
import type { Play } from '~/server/participations/contract'
import { acceptedEncoding } from '~/server/platform/encoding'
import { NEVER, wireTime } from '~/server/platform/time'
import { type ApiRequest, Reply } from './api'

const JSON_TYPE = 'application/json; charset=utf-8'
export const COLUMNS_TYPE = 'application/octet-stream'

/** True if the client has this version (RFC 9110, If-None-Match, weak comparison). */
export function isCurrent(header: string | null, etag: string): boolean {
  if (header === null) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag))
}

/** The whole board in the client's encoding, precompressed, or 304. No work per team. */
export const boardReply = (board: BoardSnapshot, request: ApiRequest, asOf: number | null): Reply =>
  readyReply({ board, request, asOf }, JSON_TYPE, board.body)

/** The board by columns (scoring/rules/columnar-board.ts), for our own pages. */
export const columnsReply = (board: BoardSnapshot, request: ApiRequest, asOf: number | null): Reply =>
  readyReply({ board, request, asOf }, COLUMNS_TYPE, board.columns)

/** Age in seconds of a board that may be old (docs/rules/scoring.md#boards-without-redis). */
const ageOf = (asOf: number | null): Record<string, string> =>
  asOf === null ? {} : { Age: String(Math.max(0, Math.round((Date.now() - asOf) / 1000))) }

/** `asOf`: Unix milliseconds when the board was the newest; null: it is. */
interface BoardRequest {
  board: BoardSnapshot
  request: ApiRequest
  asOf: number | null
}

function readyReply(
  { board, request, asOf }: BoardRequest,
  type: string,
  body: BoardSnapshot['body']
): Reply {
  const base = { ETag: board.etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' }
  const headers = { ...base, ...ageOf(asOf) }
  if (isCurrent(request.header('if-none-match'), board.etag)) return new Reply(304, headers)
  const encoding = acceptedEncoding(request.header('accept-encoding'))
  const content = {
    'Content-Type': type,
    ...(encoding && { 'Content-Encoding': encoding })
  }
  return new Reply(200, { ...headers, ...content }, body(encoding ?? 'identity'))
}

/** Some teams of the board. Tag and own team distinguish versions of an address. */
export function partReply(
  { part, own }: { part: Part; own: BoardItem | null },
  request: ApiRequest,
  asOf: number | null
): Reply {
  const { facts, found, items } = part
  const etag = own ? facts.etag.replace(/"$/, `.${own.participationId}"`) : facts.etag
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Cookie', ...ageOf(asOf) }
  if (isCurrent(request.header('if-none-match'), etag)) return new Reply(304, headers)
  return Reply.json(
    {
      seq: facts.seq,
      updateTimeUtc: wireTime(facts.updatedAt),
      challengeCount: facts.challengeCount,
      total: found,
      length: items.length,
      data: items,
      own
    },
    headers
  )
}

const stepOf = ({ at, rank }: RankStep) => ({ time: wireTime(at), rank })

/** A team and its ranks over time. No tag, because the ranks may follow later. */
export function teamReply({ facts, challenges, item, history }: TeamCourse, asOf: number | null): Reply {
  const { steps, best } = history
  return Reply.json(
    {
      seq: facts.seq,
      updateTimeUtc: wireTime(facts.updatedAt),
      challenges,
      item,
      ranks: steps.map(stepOf),
      best: best && stepOf(best)
    },
    { 'Cache-Control': 'private, no-cache', ...ageOf(asOf) }
  )
}

function absent({ teamId, teamName, participationId, division }: Play) {
  return {
    id: teamId,
    participationId,
    name: teamName,
    bio: null,
    organization: division,
    avatar: null,
    country: null,
    score: 0,
    rank: 0,
    organizationRank: null,
    lastSubmissionTime: NEVER,
    solvedChallenges: [],
    solvedCount: 0,
    adjustments: []
  }
}

/** The play view (docs/rules/scoring.md#play-view): slices of the board's bytes around a few members. */
export function detailsReply(board: BoardSnapshot, play: Play, asOf: number | null): Reply {
  const { game, teamId, token } = play
  const rest = JSON.stringify({
    beside: board.beside(teamId),
    challengeCount: board.challengeCount,
    teamToken: token,
    writeupRequired: game.writeupRequired,
    writeupDeadline: wireTime(game.writeupDeadline),
    seq: board.seq
  })
  const rank = board.teamItem(teamId) ?? Buffer.from(JSON.stringify(absent(play)))
  const body = Buffer.concat([
    Buffer.from('{"challenges":'),
    board.challenges,
    Buffer.from(',"rank":'),
    rank,
    Buffer.from(`,${rest.slice(1)}`)
  ])
  return new Reply(200, { 'Content-Type': JSON_TYPE, ...ageOf(asOf) }, body)
}
