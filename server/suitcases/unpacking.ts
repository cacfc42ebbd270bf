import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { type Database, json, number, row, rows, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import { sha256Hex } from '~/server/platform/sha256'
import { registrationFields } from '~/server/registration-fields/contract'
import type { Transfer } from '~/server/transfer'
import { importOptions } from '~/server/transfer/contract'
import {
  type HomeIds,
  manifestMessage,
  type SuitcaseManifest,
  type SuitcasePeople,
  suitcaseManifest
} from './contract'
import { defineUnpackedSuitcases } from './model'
import { answersByField } from './questions'
import { fingerprintOf, isSigned } from './suitcase-keys'
import { addTeams } from './teams'

interface Unpacked {
  gameId: number
  /** False when it was unpacked before; nothing was changed. */
  created: boolean
  /** The fingerprint of the new game's key, to be confirmed at home. */
  fingerprint: string
  teams: number
  /** Names of teams none of whose members can have an account here. */
  left: string[]
}

export interface Unpacks {
  /** Checks a manifest and its signature. @throws AppError `suitcase.unreadable`, `suitcase.signature` 400 */
  read(manifest: Buffer, signature: string): SuitcaseManifest
  /**
   * Makes a game of the archive at `path`, its teams and their accounts, all or nothing. Administrators only.
   * @throws AppError as the import of a game; `suitcase.damaged` 400
   */
  unpack(ctx: Ctx, manifest: SuitcaseManifest, people: SuitcasePeople, path: string): Promise<Unpacked>
}

interface Needs {
  db: Database
  secretBox: SecretBox
  transfer: Pick<Transfer, 'import'>
  log: Log
}

const FIELDS = { fields: json(registrationFields) }
const FIELDS_OF = 'SELECT registration_fields AS fields FROM games WHERE id = $1'

const CHALLENGE = { id: number, title: text }

/** Ids of challenges here and at home; both are in the order of the archive. */
async function matched(tx: Change, gameId: number, { challenges }: SuitcaseManifest): Promise<HomeIds> {
  const made = await rows(tx, CHALLENGE, 'SELECT id, title FROM challenges WHERE game_id = $1 ORDER BY id', [
    gameId
  ])
  const same = made.length === challenges.length && made.every((one, i) => one.title === challenges[i]?.title)
  if (!same) throw new AppError('suitcase.damaged')
  return made.map(({ id }, index) => ({ own: id, home: challenges[index]!.id }))
}

const DATE_GAME = 'UPDATE games SET freeze_at = $2, division_ends = $3 WHERE id = $1'
const DATE_CHALLENGE =
  'UPDATE challenges SET closes_at = $2, release_at = $3, release_announce = $4 WHERE id = $1'

/** It is the same game, so it has the times that archives of games leave out. */
async function date(tx: Change, gameId: number, made: HomeIds, manifest: SuitcaseManifest): Promise<void> {
  const { freezeAt, divisionEnds } = manifest.times
  await tx.query(DATE_GAME, [gameId, freezeAt, JSON.stringify(divisionEnds)])
  for (const [index, { closesAt, releaseAt, releaseAnnounce }] of manifest.challenges.entries())
    if (closesAt || releaseAt)
      await tx.query(DATE_CHALLENGE, [made[index]!.own, closesAt, releaseAt, releaseAnnounce])
}

export function createUnpacks({ db, secretBox, transfer, log }: Needs): Unpacks {
  const there = (id: string) =>
    row(
      db.pool,
      { gameId: number, key: text },
      `SELECT u.game_id AS "gameId", g.public_key AS key FROM unpacked_suitcases u JOIN games g ON g.id = u.game_id
       WHERE u.id = $1`,
      [id]
    )

  return {
    read(bytes, signature) {
      let given: unknown
      try {
        given = JSON.parse(bytes.toString())
      } catch {
        throw new AppError('suitcase.unreadable')
      }
      const found = suitcaseManifest.safeParse(given)
      if (!found.success) throw new AppError('suitcase.unreadable')
      const { home } = found.data
      if (!isSigned(home.publicKey, manifestMessage(sha256Hex(bytes)), signature))
        throw new AppError('suitcase.signature')
      return found.data
    },

    async unpack(ctx, manifest, people, path) {
      requireActor(ctx, 'Admin')
      const { id, home } = manifest
      const before = await there(id)
      if (before)
        return {
          ...{ gameId: before.gameId, created: false, teams: 0, left: [] },
          fingerprint: fingerprintOf(before.key)
        }
      let teams = new Map<number, number>()
      const origin = { path, name: home.title }
      await transfer.import(ctx, origin, importOptions.parse({ dryRun: false }), async (tx, gameId) => {
        const challenges = await matched(tx, gameId, manifest)
        await tx.lock({ ledger: gameId })
        await date(tx, gameId, challenges, manifest)
        const found = await row(tx, FIELDS, FIELDS_OF, [gameId])
        teams = await addTeams(tx, secretBox, gameId, answersByField(people, found?.fields ?? []))
        const homeTeams: HomeIds = [...teams].map(([homeId, own]) => ({ own, home: homeId }))
        const made = {
          id,
          gameId,
          homeKey: home.publicKey,
          challenges,
          teams: homeTeams,
          unpackedAt: ctx.now
        }
        await defineUnpackedSuitcases(db.sequelize).create(made, { transaction: tx.transaction })
        const after = { suitcase: id, home: fingerprintOf(home.publicKey), teams: teams.size }
        await tx.audit({ action: 'suitcase_unpacked', target: `game:${gameId}`, after })
      })
      const made = await there(id)
      if (!made) throw new AppError('suitcase.damaged')
      log.info({ game: made.gameId, suitcase: id, ...callerLogFields(ctx) }, 'suitcase_unpacked')
      return {
        ...{ gameId: made.gameId, created: true, teams: teams.size, fingerprint: fingerprintOf(made.key) },
        left: people.teams.flatMap(({ participation, name }) => (teams.has(participation) ? [] : [name]))
      }
    }
  }
}
