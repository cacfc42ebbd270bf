import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { judge } from '~/scoring/judge'
import { number, rows } from '~/server/db'
import { newKeys } from '~/server/games'
import { createSecretBox } from '~/server/platform/secret-box'
import type { MergeInput } from '~/server/suitcases/contract'
import type { Domain } from '../domain'
import { type GamePlan, type PlayedGame, playGame, type SentFlag, sendFlags } from '../fixtures'

/** The HALYARD_SECRET of domains. */
export const DOMAIN_SECRET = 'ab'.repeat(32)

/** Like `playGame`, with keys that can sign. */
export async function keyedGame({ stores: { db } }: Domain, plan: GamePlan = {}): Promise<PlayedGame> {
  const game = await playGame(db, plan)
  const { publicKey, privateSeed } = newKeys(createSecretBox(DOMAIN_SECRET))
  const values = [game.id, publicKey, privateSeed]
  await db.pool.query('UPDATE games SET public_key = $2, private_seed = $3 WHERE id = $1', values)
  return game
}

export interface Carried {
  suitcase: string
  /** The game on the other machine; teams and challenges in the order of home. */
  away: PlayedGame
  /** The fingerprint of its key. */
  fingerprint: string
}

/** The game that was made there, as fixtures have it. */
export async function unpackedGame(laptop: Domain, home: PlayedGame, id: number): Promise<PlayedGame> {
  const { pool } = laptop.stores.db
  const challenges = await rows(
    pool,
    { id: number },
    'SELECT id FROM challenges WHERE game_id = $1 ORDER BY id',
    [id]
  )
  const { rows: places } = await pool.query<{ own: number; home: number; team: number }>(
    `SELECT (t ->> 'own')::int AS own, (t ->> 'home')::int AS home, p.team_id AS team FROM unpacked_suitcases u,
       jsonb_array_elements(u.teams) t JOIN participations p ON p.id = (t ->> 'own')::int WHERE u.game_id = $1`,
    [id]
  )
  return {
    id,
    challenges: home.challenges.map((one, index) => ({ ...one, id: challenges[index]!.id })),
    teams: home.teams.map((team) => {
      const place = places.find((one) => one.home === team.participationId)!
      return { ...team, teamId: place.team, participationId: place.own }
    })
  }
}

/** Packs a game at home and unpacks it elsewhere, without a file between and without images. */
export async function carry(home: Domain, laptop: Domain, game: PlayedGame): Promise<Carried> {
  const { suitcases, transfer } = home.services
  const packing = await suitcases.pack(home.admin, game.id, { people: true })
  const path = join(tmpdir(), `halyard-carried-${randomUUID()}.zip`)
  try {
    const { content } = await transfer.export(home.admin, game.id, { posts: false })
    await pipeline(content, createWriteStream(path))
    const { manifest, signature } = await suitcases.seal(home.admin, game.id, packing, {
      files: [],
      images: []
    })
    const there = laptop.services.suitcases
    const read = there.read(manifest, signature)
    const { gameId, fingerprint } = await there.unpack(laptop.admin, read, packing.people, path)
    return { suitcase: packing.id, fingerprint, away: await unpackedGame(laptop, game, gameId) }
  } finally {
    rmSync(path, { force: true })
  }
}

/** Sends flags and judges them. */
export async function solveAt(
  { stores: { db } }: Domain,
  game: PlayedGame,
  flags: SentFlag[]
): Promise<void> {
  await sendFlags(db, game, flags)
  while ((await judge(db, game.id)).rows.length > 0);
}

export const resultsOf = async (laptop: Domain, gameId: number): Promise<Buffer> =>
  buffer(await laptop.services.suitcases.results(laptop.admin, gameId))

/** Hands a file of results in. */
export async function handIn(home: Domain, gameId: number, content: Buffer, ctx = home.admin) {
  const path = join(tmpdir(), `halyard-results-${randomUUID()}`)
  writeFileSync(path, content)
  const hash = createHash('sha256').update(content).digest('hex')
  const upload = {
    field: 'file',
    name: 'results.ndjson',
    claimed: '',
    path,
    size: content.length,
    hash,
    type: null
  }
  try {
    return await home.services.suitcases.receive(ctx, gameId, upload)
  } finally {
    rmSync(path, { force: true })
  }
}

/** Previews the results that were sent, and merges exactly these. @returns the correction's number */
export async function merge(
  home: Domain,
  gameId: number,
  suitcase: string,
  given: Partial<MergeInput> = {},
  ctx = home.admin
): Promise<number> {
  const { teams } = given
  const { preview } = await home.services.suitcases.preview(ctx, gameId, suitcase, { teams })
  const input = { reason: 'The event in the hut.', digest: preview.digest, ...given }
  return home.services.suitcases.merge({ ...ctx, now: new Date() }, gameId, suitcase, input)
}
