import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { VersionCheck } from '~/server/audit'
import { findKeptCategory } from '~/server/categories'
import {
  type Database,
  json,
  nullable,
  number,
  type RowOf,
  row,
  rows,
  text,
  texts,
  time,
  uuid
} from '~/server/db'
import { notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import {
  type ChallengeType,
  type ChallengeUpdate,
  challengeUpdate,
  containerOptions,
  hasContainer
} from '../contract'
import type { LockedChallenges } from '../locked-challenge'
import { updateIn } from '../updating'
import {
  type ChallengeVersion,
  type VersionContent,
  type VersionDetail,
  type VersionPage,
  versionContent
} from './contract'

export interface History {
  /** Newest first. @throws AppError `game.not_found`, `challenge.not_found` 404 */
  versions(ctx: Ctx, gameId: number, id: number, page: { count: number; skip: number }): Promise<VersionPage>
  /** @throws AppError `challenge.version_not_found` 404 and those of versions() */
  version(ctx: Ctx, gameId: number, id: number, number: number): Promise<VersionDetail>
  /**
   * Writes text, hints, points and container as a new edit. `sent`: the version seen. @throws as Editing.update,
   * version()
   */
  restoreVersion(
    ctx: Ctx,
    gameId: number,
    id: number,
    number: number,
    sent?: number | null,
    check?: VersionCheck
  ): Promise<void>
}

const VERSION = {
  number,
  time,
  userId: nullable(uuid),
  userName: nullable(text),
  changed: texts
}
const DETAIL = { ...VERSION, content: json(versionContent), before: nullable(json(versionContent)) }

const COLUMNS = `v.number, v.at AS time, v.actor_id AS "userId", u.user_name AS "userName", v.fields AS changed`
const FROM = 'FROM challenge_versions v LEFT JOIN users u ON u.id = v.actor_id'

const viewOf = ({ number, time, userId, userName, changed }: RowOf<typeof VERSION>): ChallengeVersion => ({
  number,
  time: wireTime(time),
  user: userId === null || userName === null ? null : { id: userId, name: userName },
  changed
})

function updateOf(type: ChallengeType, content: VersionContent): ChallengeUpdate {
  const { title, category, hints, pricedHints, fileName, flagTemplate, decoy, solver } = content
  const { originalScore, minScoreRate, difficulty, attemptLimit, author, level, tags, solution } = content
  const { checker, scoring, connections } = content
  const written = {
    ...{ title, content: content.content, category, hints, pricedHints, fileName, flagTemplate, decoy },
    ...{ originalScore, minScoreRate, difficulty, attemptLimit, author, level, tags, solution, solver },
    ...{ checker, scoring, connections }
  }
  if (!hasContainer(type)) return challengeUpdate.parse(written)
  const { containerImage, containerCompose, memoryLimit, cpuCount, storageLimit } = content
  const { containerExposePort, enableTrafficCapture } = content
  return challengeUpdate.parse({
    ...written,
    ...{ containerImage, containerCompose, memoryLimit, cpuCount, storageLimit },
    ...{ containerExposePort, enableTrafficCapture },
    containerOptions: containerOptions.parse(content.containerOptions)
  })
}

interface Needs {
  db: Database
  lockedChallenges: LockedChallenges
}

export function createHistory({ db, lockedChallenges }: Needs): History {
  const { find, changeOne } = lockedChallenges

  return {
    async versions(ctx, gameId, id, { count, skip }) {
      requireInGame(ctx, gameId, 'challenges')
      await find(gameId, id)
      const [counted, found] = await Promise.all([
        row(
          db.pool,
          { total: number },
          'SELECT count(*)::int AS total FROM challenge_versions WHERE challenge_id = $1',
          [id]
        ),
        rows(
          db.pool,
          VERSION,
          `SELECT ${COLUMNS} ${FROM} WHERE v.challenge_id = $1 ORDER BY v.number DESC LIMIT $2 OFFSET $3`,
          [id, count, skip]
        )
      ])
      const data = found.map(viewOf)
      return { data, length: data.length, total: counted!.total }
    },

    async version(ctx, gameId, id, wanted) {
      requireInGame(ctx, gameId, 'challenges')
      await find(gameId, id)
      const found = await row(
        db.pool,
        DETAIL,
        `SELECT ${COLUMNS}, v.content,
           (SELECT b.content FROM challenge_versions b WHERE b.challenge_id = $1 AND b.number = $2 - 1) AS before
         ${FROM} WHERE v.challenge_id = $1 AND v.number = $2`,
        [id, wanted]
      )
      if (!found) throw notFound('challenge.version_not_found')
      return { ...viewOf(found), content: found.content, before: found.before }
    },

    async restoreVersion(ctx, gameId, id, wanted, sent, check) {
      requireInGame(ctx, gameId, 'challenges')
      await changeOne(ctx, gameId, id, async (locked) => {
        const { challenge, tx } = locked
        const kept = await row(
          tx,
          { content: json(versionContent) },
          'SELECT content FROM challenge_versions WHERE challenge_id = $1 AND number = $2',
          [id, wanted]
        )
        if (!kept) throw notFound('challenge.version_not_found')
        const customCategoryId = await findKeptCategory(tx, gameId, kept.content.customCategory)
        const update = { ...updateOf(challenge.type, kept.content), customCategoryId, version: sent }
        await updateIn(lockedChallenges, locked, update, { check })
        const target = `challenge:${id}`
        await tx.audit({ action: 'challenge_version_restored', target, after: { number: wanted } })
      })
    }
  }
}
