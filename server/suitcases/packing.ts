import { randomUUID } from 'node:crypto'
import { requireInGame } from '~/server/access'
import { type Ctx, callerLogFields, callerUserId } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import {
  bool,
  type Database,
  json,
  nullable,
  number,
  row,
  rows,
  type Sql,
  text,
  texts,
  time
} from '~/server/db'
import { isSealedBy, signWith } from '~/server/games'
import { divisionEnds } from '~/server/games/contract'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import { sha256Hex } from '~/server/platform/sha256'
import { answers, registrationFields } from '~/server/registration-fields/contract'
import {
  FORMAT_VERSION,
  manifestMessage,
  SUITCASE_FORMAT,
  SUITCASE_LIMITS,
  type SuitcaseManifest,
  type SuitcasePeople,
  suitcasePeople
} from './contract'
import { defineSuitcases } from './model'
import { answersByPlace, questionsOf } from './questions'
import { fingerprintOf } from './suitcase-keys'

/** The parts of a suitcase besides the game's archive and its images. */
export interface Packing {
  id: string
  title: string
  /** Fingerprint of the home game's key. */
  fingerprint: string
  challenges: SuitcaseManifest['challenges']
  people: SuitcasePeople
  /** References that the game's containers and solvers are started from. */
  images: string[]
  /** Addresses that players would be led to, which a machine without a network does not reach. */
  outside: string[]
}

export interface Packs {
  /** @throws AppError `game.not_found` 404, `suitcase.key_sealed` 409, `suitcase.teams_limit` 400 */
  pack(ctx: Ctx, gameId: number, options: { people: boolean }): Promise<Packing>
  /**
   * Signs and remembers what was packed, once everything else is in the file.
   * @throws AppError `suitcase.moved_on` 409 when challenges changed meanwhile
   */
  seal(
    ctx: Ctx,
    gameId: number,
    packing: Packing,
    content: Pick<SuitcaseManifest, 'files' | 'images'>
  ): Promise<{ manifest: Buffer; signature: string }>
}

interface Needs {
  db: Database
  change: MakeChange
  secretBox: SecretBox
  log: Log
}

const GAME = {
  ...{ title: text, publicKey: text, privateSeed: text, fields: json(registrationFields) },
  ...{ freezeAt: nullable(time), divisionEnds: json(divisionEnds) }
}
const GAMES = `SELECT title, public_key AS "publicKey", private_seed AS "privateSeed",
  registration_fields AS fields, CASE WHEN revealed_at IS NULL THEN freeze_at END AS "freezeAt",
  division_ends AS "divisionEnds" FROM games WHERE id = $1`

const TEAM = {
  participation: number,
  name: text,
  division: nullable(text),
  bio: nullable(text),
  affiliation: nullable(text),
  website: nullable(text),
  country: nullable(text),
  answers: json(answers),
  members: json(suitcasePeople.shape.teams.element.shape.members)
}
const TEAMS = `
  SELECT p.id AS participation, t.name, p.division, t.bio, t.affiliation, t.website, t.country, p.answers,
    json_agg(json_build_object('id', u.id, 'userName', u.user_name, 'email', u.email, 'passwordHash', u.password_hash,
        'answers', r.answers)
      ORDER BY u.id <> t.captain_id, u.id) AS members
  FROM participations p JOIN teams t ON t.id = p.team_id JOIN registrations r ON r.participation_id = p.id
  JOIN users u ON u.id = r.user_id
  WHERE p.game_id = $1 AND p.status = 'Accepted' AND u.role <> 'Banned' GROUP BY p.id, t.id ORDER BY p.id LIMIT $2`

const IMAGES = `
  SELECT DISTINCT r.reference FROM challenges c, unnest(array_append(
    CASE WHEN c.type NOT LIKE '%Container' THEN '{}' WHEN c.container_compose IS NOT NULL THEN c.compose_images
      ELSE ARRAY[c.container_image] END, c.solver ->> 'image')) r (reference)
  WHERE c.game_id = $1 AND r.reference <> '' ORDER BY 1`

const OUTSIDE = `
  SELECT coalesce(array_agg(DISTINCT address), '{}') AS found FROM (
    SELECT a.remote_url AS address FROM attachments a JOIN challenges c ON c.id = a.challenge_id
    WHERE c.game_id = $1 AND a.type = 'Remote'
    UNION ALL SELECT (regexp_matches(content, '!\\[[^\\]]*\\]\\((https?://[^)\\s]+)', 'g'))[1] FROM (
      SELECT content FROM challenges WHERE game_id = $1 UNION ALL SELECT content FROM games WHERE id = $1) texts
    LIMIT 1000) addresses`

const CHALLENGE = {
  ...{ id: number, title: text, closesAt: nullable(time) },
  ...{ releaseAt: nullable(time), releaseAnnounce: nullable(bool) }
}

const challengesOf = (sql: Sql, gameId: number) =>
  rows(
    sql,
    CHALLENGE,
    `SELECT id, title, closes_at AS "closesAt", release_at AS "releaseAt", release_announce AS "releaseAnnounce"
     FROM challenges WHERE game_id = $1 ORDER BY id`,
    [gameId]
  )

export function createPacks({ db, change, secretBox, log }: Needs): Packs {
  const gameOf = async (sql: Sql, gameId: number) => {
    const game = await row(sql, GAME, GAMES, [gameId])
    if (!game) throw notFound('game.not_found')
    if (!isSealedBy(secretBox, game.privateSeed)) throw new AppError('suitcase.key_sealed', 409)
    return game
  }

  return {
    async pack(ctx, gameId, { people }) {
      requireInGame(ctx, gameId, 'suitcase')
      const { title, publicKey, fields } = await gameOf(db.pool, gameId)
      const most = SUITCASE_LIMITS.teams
      const teams = people ? await rows(db.pool, TEAM, TEAMS, [gameId, most + 1]) : []
      if (teams.length > most) throw new AppError('suitcase.teams_limit', 400, { params: { most } })
      const images = await rows(db.pool, { reference: text }, IMAGES, [gameId])
      const outside = await row(db.pool, { found: texts }, OUTSIDE, [gameId])
      return {
        ...{ id: randomUUID(), title, fingerprint: fingerprintOf(publicKey) },
        people: { teams: answersByPlace(teams, fields), questions: questionsOf(fields) },
        challenges: await challengesOf(db.pool, gameId),
        images: images.map(({ reference }) => reference),
        outside: outside!.found
      }
    },

    async seal(ctx, gameId, { id, challenges, people }, content) {
      requireInGame(ctx, gameId, 'suitcase')
      const sealed = await change(ctx, async (tx) => {
        const game = await gameOf(tx, gameId)
        const now = await challengesOf(tx, gameId)
        if (JSON.stringify(now) !== JSON.stringify(challenges)) throw new AppError('suitcase.moved_on', 409)
        const { title, publicKey, freezeAt, divisionEnds } = game
        const manifest = Buffer.from(
          `${JSON.stringify({
            ...{ format: SUITCASE_FORMAT, version: FORMAT_VERSION, id, packedAt: ctx.now.toISOString() },
            ...{ home: { game: gameId, title, publicKey }, challenges, ...content },
            times: { freezeAt, divisionEnds }
          } satisfies SuitcaseManifest)}\n`
        )
        const row = { id, gameId, packedAt: ctx.now, packedBy: callerUserId(ctx) }
        await defineSuitcases(db.sequelize).create(row, { transaction: tx.transaction })
        await tx.audit({
          action: 'suitcase_packed',
          target: `game:${gameId}`,
          after: { suitcase: id, teams: people.teams.length, images: content.images.length }
        })
        const message = Buffer.from(manifestMessage(sha256Hex(manifest)))
        return { manifest, signature: signWith(secretBox, game, message) }
      })
      log.info({ game: gameId, suitcase: id, ...callerLogFields(ctx) }, 'suitcase_packed')
      return sealed
    }
  }
}
