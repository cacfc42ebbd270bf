import { requireInGame } from '~/server/access'
import type { Change } from '~/server/change'
import type { Sql } from '~/server/db'
import { queueImagePull } from '~/server/instances'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { checkAll } from '~/server/platform/check-all'
import { readCategoryColumns } from './category-columns'
import { challengeScoreEvents, checksOfType, noticeFields, updatedColumns } from './columns'
import { checkSetup, imagesOf, missingPart, setupOf } from './containers/setup'
import { type ChallengeInput, type ChallengeUpdate, hasContainer } from './contract'
import { checkDecoys } from './flags/decoys'
import type { LockedChallenges } from './locked-challenge'
import { pluggedColumns } from './plugin-columns'
import { isSolvable } from './solvable'
import { embedTexts } from './updating'

export type ImportedFile =
  | { type: 'Local'; hash: string; name: string }
  | { type: 'Remote'; url: string; name?: string | null }

interface ImportedChallenge {
  input: ChallengeInput
  update: ChallengeUpdate
  flags: { flag: string; file: ImportedFile | null; decoy: string | null }[]
  /** Those that all teams share, in order. */
  files: ImportedFile[]
  sourceId?: string | null
}

export interface WholeCreation {
  /** Needs the ledger's lock and stored files; the caller appends the returned events. @throws as the edit calls */
  createIn(
    tx: Change,
    gameId: number,
    challenge: ImportedChallenge
  ): Promise<{ id: number; events: NewScoreEvent[] }>
}

/** Keeps the order; equal texts are one flag. */
const FLAGS = `
  WITH given AS (
    SELECT DISTINCT ON (flag) * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
      WITH ORDINALITY AS g (flag, hash, name, url, decoy, place)
    ORDER BY flag, place
  ), added AS (
    INSERT INTO flags (challenge_id, flag, decoy) SELECT $1, flag, decoy FROM given ORDER BY place RETURNING id, flag
  )
  INSERT INTO attachments (challenge_id, flag_id, type, hash, name, remote_url)
  SELECT $1, a.id, CASE WHEN g.hash IS NULL THEN 'Remote' ELSE 'Local' END, g.hash, g.name, g.url
  FROM added a JOIN given g USING (flag) WHERE g.hash IS NOT NULL OR g.url IS NOT NULL`

const SHARED = `
  INSERT INTO attachments (challenge_id, type, hash, name, remote_url, place)
  SELECT $1, CASE WHEN hash IS NULL THEN 'Remote' ELSE 'Local' END, hash, name, url, (n - 1)::int
  FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS f (hash, name, url, n)`

const fileColumns = (file: ImportedFile | null) =>
  file?.type === 'Local' ? [file.hash, file.name, null] : [null, null, file?.url ?? null]

/** The challenge has none that all teams share. */
export async function insertShared(sql: Sql, id: number, files: readonly ImportedFile[]): Promise<void> {
  await sql.query(SHARED, [
    id,
    files.map((file) => (file.type === 'Local' ? file.hash : null)),
    files.map(({ name }) => name ?? null),
    files.map((file) => (file.type === 'Remote' ? file.url : null))
  ])
}

async function insertFiles(sql: Sql, id: number, { flags, files: shared }: ImportedChallenge): Promise<void> {
  const files = flags.map((one) => fileColumns(one.file))
  const column = (place: number) => files.map((one) => one[place])
  const texts = flags.map(({ flag }) => flag.trim())
  await sql.query(FLAGS, [id, texts, column(0), column(1), column(2), flags.map(({ decoy }) => decoy)])
  await checkDecoys(sql, id)
  await insertShared(sql, id, shared)
}

export function createWhole({ challenges, plugins }: LockedChallenges): WholeCreation {
  return {
    async createIn(tx, gameId, challenge) {
      const { ctx, transaction } = tx
      requireInGame(ctx, gameId, 'challenges')
      const { input, update, flags, sourceId = null } = challenge
      const { title, category, type } = input
      const start = challenges.build({
        gameId,
        title: title.trim(),
        category,
        type,
        sourceId,
        pricedHints: [],
        requires: [],
        createdAt: ctx.now
      })
      const before = noticeFields(start)
      await checkAll(checksOfType(start, update))
      const columns = updatedColumns(start, {
        ...update,
        isEnabled: update.isEnabled === true && isSolvable({ type, checker: update.checker }, flags.length),
        // The release time of another game means nothing here.
        releaseAt: undefined
      })
      Object.assign(columns, await readCategoryColumns(tx, start, update))
      Object.assign(columns, await pluggedColumns(plugins, start, columns))
      checkSetup({ ...setupOf(start), ...columns })
      if (missingPart(start, columns)) columns.enabled = false
      const made = await start.set(columns).save({ transaction })
      await insertFiles(tx, made.id, challenge)
      if (hasContainer(type)) for (const image of imagesOf(made)) await queueImagePull(tx, image)
      if (made.solver) await queueImagePull(tx, made.solver.image)
      await embedTexts(tx, made)
      await tx.audit({
        action: 'challenge_created',
        target: `challenge:${made.id}`,
        after: { title: made.title, type, flags: flags.length }
      })
      return {
        id: made.id,
        events: challengeScoreEvents(made.id, before, noticeFields(made), ctx.now.getTime())
      }
    }
  }
}
