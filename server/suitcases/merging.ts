import { hashPassword } from '~/server/accounts'
import type { Change } from '~/server/change'
import { type Imported, type ImportedAward, type ImportedSolve, planMerge } from '~/server/corrections'
import { json, nullable, number, row, rows, text, texts, time } from '~/server/db'
import { divisionEnds, endOf } from '~/server/games/contract'
import { notFound } from '~/server/platform/errors'
import { randomHex, uuid7 } from '~/server/platform/ids'
import type { SecretBox } from '~/server/platform/secret-box'
import { sha256Hex } from '~/server/platform/sha256'
import { type Matching, type MergePreview, type PackedTeam, SHOWS_NOTHING } from './contract'
import { findRegisteredAccounts, type Matched, matchTeams } from './matching'
import type { ReadResults } from './reading'
import { addTeams } from './teams'

const GAME = { start: time, regularEnd: time, now: time, divisions: texts, divisionEnds: json(divisionEnds) }
const GAMES = `SELECT start_at AS start, end_at AS "regularEnd", divisions, division_ends AS "divisionEnds",
    clock_timestamp() AS now FROM games WHERE id = $1`

/** The effect of a file, computed in a transaction that a preview rolls back. */
export interface Merge {
  plan: Awaited<ReturnType<typeof planMerge>>
  teams: Matched[]
  /** Participations here by those there. */
  participations: Record<string, number>
  left: MergePreview['left']
  /** Names exactly this result of this file, also before new teams have their ids. */
  digest: string
}

/** New teams get an account without login, as in event files. */
async function makeTeams(
  tx: Change,
  secretBox: SecretBox,
  gameId: number,
  teams: readonly Matched[],
  divisions: readonly string[]
): Promise<Map<number, number>> {
  const fresh = teams.filter(({ how }) => how === 'new')
  if (fresh.length === 0) return new Map()
  const passwordHash = await hashPassword(randomHex(32))
  const packed = fresh.map(({ own, name, division }): PackedTeam => {
    const mark = randomHex(4)
    const account = {
      id: uuid7(tx.ctx.now),
      userName: `${[...name].slice(0, 30).join('')} @${gameId}-${mark}`,
      email: `${mark}.${own}@game-${gameId}.invalid`
    }
    const kept = division !== null && divisions.includes(division) ? division : null
    const members = [{ ...account, passwordHash, answers: {} }]
    return { participation: own, name, division: kept, ...SHOWS_NOTHING, answers: {}, members }
  })
  return addTeams(tx, secretBox, gameId, packed)
}

interface Places {
  participations: ReadonlyMap<number, number>
  challenges: ReadonlyMap<number, { id: number; closes: number }>
  /** End of the game for a participation, milliseconds. */
  endOf(participationId: number): number
  start: number
  /** No entry is taken that lies ahead: a freeze that begins until then would hide it again. */
  now: number
}

async function placesOf(
  tx: Change,
  gameId: number,
  { head }: ReadResults,
  participations: ReadonlyMap<number, number>,
  game: { start: Date; regularEnd: Date; now: Date; divisionEnds: Readonly<Record<string, string>> }
): Promise<Places> {
  const there = await rows(
    tx,
    { id: number, closesAt: nullable(time) },
    'SELECT id, closes_at AS "closesAt" FROM challenges WHERE game_id = $1',
    [gameId]
  )
  const known = new Map(
    there.map(({ id, closesAt }) => [id, { id, closes: closesAt?.getTime() ?? Number.POSITIVE_INFINITY }])
  )
  const teams = await rows(
    tx,
    { id: number, division: nullable(text), extraMs: number },
    'SELECT id, division, extra_ms AS "extraMs" FROM participations WHERE game_id = $1',
    [gameId]
  )
  const ends = new Map(teams.map(({ id, ...team }) => [id, endOf(game, team).getTime()]))
  return {
    participations,
    challenges: new Map(
      head.challenges.flatMap(({ own, home }) => (known.has(home) ? [[own, known.get(home)!]] : []))
    ),
    endOf: (id) => ends.get(id) ?? game.regularEnd.getTime(),
    start: game.start.getTime(),
    now: game.now.getTime()
  }
}

/** Entries of the results with ids of here, and how many have no place here. */
async function translated(
  tx: Change,
  gameId: number,
  results: ReadResults,
  { participations, challenges, endOf, start, now }: Places
): Promise<{ imported: Imported; left: MergePreview['left'] }> {
  const { key } = results
  const left = { outside: 0, challenges: 0, teams: 0 }
  const users = results.solves.flatMap(({ userId }) => userId ?? [])
  const members = await findRegisteredAccounts(tx, gameId, [...new Set(users)])
  const solves: ImportedSolve[] = []
  for (const { participationId: own, challengeId, at, userId, hash } of results.solves) {
    const participationId = participations.get(own)
    const challenge = challenges.get(challengeId)
    if (participationId === undefined) left.teams++
    else if (challenge === undefined) left.challenges++
    else if (at < start || at >= Math.min(endOf(participationId), challenge.closes) || at > now)
      left.outside++
    else {
      const isMember = userId !== null && members.get(userId) === participationId
      const by = isMember ? userId : null
      solves.push({ participationId, challengeId: challenge.id, at, userId: by, origin: { key, hash } })
    }
  }
  const awards: ImportedAward[] = []
  for (const { participationId: own, at, payload, hash } of results.awards) {
    const participationId = participations.get(own)
    const { points, reason, hint } = payload
    const challenge = hint && challenges.get(hint.challenge)?.id
    if (participationId === undefined) left.teams++
    else if (at > now) left.outside++
    else {
      const paid = hint && challenge !== undefined ? { challenge, id: hint.id } : null
      awards.push({ participationId, at, points, reason, hint: paid, origin: { key, hash } })
    }
  }
  return { imported: { key, solves, awards, standing: new Set(results.solves.map((one) => one.hash)) }, left }
}

/**
 * Computes what results change in a game, and makes the teams that are new; needs the game's ledger.
 * @throws AppError `game.not_found` 404, `suitcase.match` 400, `suitcase.waiting` 409
 */
export async function prepareMerge(
  tx: Change,
  secretBox: SecretBox,
  gameId: number,
  results: ReadResults,
  given: { before: Record<string, number>; chosen: Matching; file: string }
): Promise<Merge> {
  const game = await row(tx, GAME, GAMES, [gameId])
  if (!game) throw notFound('game.not_found')
  const teams = await matchTeams(tx, gameId, results, given)
  const made = await makeTeams(tx, secretBox, gameId, teams, game.divisions)
  const participations = new Map(
    teams.flatMap(({ own, here }): [number, number][] => {
      const id = here?.participationId ?? made.get(own)
      return id === undefined ? [] : [[own, id]]
    })
  )
  const places = await placesOf(tx, gameId, results, participations, game)
  const { imported, left } = await translated(tx, gameId, results, places)
  const plan = await planMerge(tx, gameId, imported)
  const fresh = new Map([...made].map(([own, id]) => [id, -own]))
  const named = JSON.stringify(
    [given.file, teams.map(({ own, how, here }) => [own, how, here]), plan],
    (name, value) => (name === 'participationId' ? (fresh.get(value as number) ?? value) : value)
  )
  return {
    plan,
    teams,
    left,
    participations: Object.fromEntries(participations),
    digest: sha256Hex(named)
  }
}
