import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { type Database, json, nullable, number, row, rows, text, uuid } from '~/server/db'
import { isSealedBy, signWith } from '~/server/games'
import type { LedgerExport } from '~/server/ledger-export'
import { AppError, notFound } from '~/server/platform/errors'
import type { SecretBox } from '~/server/platform/secret-box'
import { FORMAT_VERSION, homeIds, RESULTS_FORMAT, type ResultsHead, resultsMessage } from './contract'
import { fingerprintOf } from './suitcase-keys'

/** The suitcase that a game was made from. */
export interface Origin {
  suitcase: string
  /** Fingerprint of this game's key, to be confirmed at home. */
  fingerprint: string
  /** The fingerprint of the home game's key. */
  home: string
}

export interface Results {
  /** Null for a game that was not made from a suitcase. */
  originOf(ctx: Ctx, gameId: number): Promise<Origin | null>
  /** The only game that was made from a suitcase; null with none or several. Administrators only. */
  onlyGame(): Promise<number | null>
  /**
   * The ledger with what it belongs to, signed (docs/suitcase.md#results). NDJSON.
   * @throws AppError `suitcase.not_unpacked` 404, `suitcase.key_sealed` 409, `game.not_found` 404
   */
  results(ctx: Ctx, gameId: number): Promise<Readable>
}

interface Needs {
  db: Database
  secretBox: SecretBox
  ledgerExport: Pick<LedgerExport, 'file'>
}

const HOME = {
  suitcase: uuid,
  homeKey: text,
  publicKey: text,
  privateSeed: text,
  challenges: json(homeIds),
  teams: json(homeIds)
}
const HOMES = `
  SELECT u.id AS suitcase, u.home_key AS "homeKey", g.public_key AS "publicKey", g.private_seed AS "privateSeed",
    u.challenges, u.teams
  FROM unpacked_suitcases u JOIN games g ON g.id = u.game_id WHERE u.game_id = $1`

const TEAM = { own: number, name: text, division: nullable(text) }

export function createResults({ db, secretBox, ledgerExport }: Needs): Results {
  return {
    async originOf(ctx, gameId) {
      requireInGame(ctx, gameId, 'suitcase')
      const home = await row(db.pool, HOME, HOMES, [gameId])
      return (
        (home && {
          ...{ suitcase: home.suitcase, home: fingerprintOf(home.homeKey) },
          fingerprint: fingerprintOf(home.publicKey)
        }) ??
        null
      )
    },

    async onlyGame() {
      const games = await rows(
        db.pool,
        { id: number },
        'SELECT game_id AS id FROM unpacked_suitcases LIMIT 2'
      )
      return games.length === 1 ? games[0]!.id : null
    },

    async results(ctx, gameId) {
      requireInGame(ctx, gameId, 'suitcase')
      const home = await row(db.pool, HOME, HOMES, [gameId])
      if (!home) throw notFound('suitcase.not_unpacked')
      if (!isSealedBy(secretBox, home.privateSeed)) throw new AppError('suitcase.key_sealed', 409)
      const ledger = await ledgerExport.file(ctx, gameId)
      // After the ledger's end was read, so that every team of an entry is named.
      const teams = await rows(
        db.pool,
        TEAM,
        `SELECT p.id AS own, t.name, p.division FROM participations p JOIN teams t ON t.id = p.team_id
         WHERE p.game_id = $1 ORDER BY p.id`,
        [gameId]
      )
      const homes = new Map(home.teams.map((one) => [one.own, one.home]))
      const head: ResultsHead = {
        ...{ halyard: RESULTS_FORMAT, version: FORMAT_VERSION },
        ...{ suitcase: home.suitcase, homeKey: home.homeKey, publicKey: home.publicKey },
        challenges: home.challenges,
        teams: teams.map((team) => ({ ...team, home: homes.get(team.own) ?? null }))
      }
      const sign = (digest: string) =>
        signWith(secretBox, home, Buffer.from(resultsMessage(home.suitcase, digest)))
      return Readable.from(signedLines(head, ledger, sign), { objectMode: false })
    }
  }
}

async function* signedLines(
  head: ResultsHead,
  ledger: Readable,
  sign: (digest: string) => string
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  const first = Buffer.from(`${JSON.stringify(head)}\n`)
  digest.update(first)
  yield first
  for await (const chunk of ledger as AsyncIterable<Buffer>) {
    digest.update(chunk)
    yield chunk
  }
  const sum = digest.digest('hex')
  yield Buffer.from(`${JSON.stringify({ digest: sum, signature: sign(sum) })}\n`)
}
