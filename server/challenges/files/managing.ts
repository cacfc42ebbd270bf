import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import { freeName, sameName } from '~/server/assets/constants'
import type { Upload } from '~/server/assets/contract'
import type { Change } from '~/server/change'
import { nullable, row, text } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { LockedChallenge, LockedChallenges } from '../locked-challenge'
import { CHALLENGE_FILES } from './constants'
import type { EditedFile, FilesArrangement, RemoteFileInput } from './contract'
import { listSharedFiles } from './queries'

/** The files that all teams share (docs/rules/challenges.md#several-files). Each returns all of them, in order. */
export interface SharedFiles {
  /**
   * Adds files at the end; skips empty ones, and gives one whose name is taken another. @throws AppError with the field
   * `files`: `file.empty`, `challenge.too_many_files`, `challenge.files_too_large`; `challenge.use_flag_attachments`
   */
  addFiles(ctx: Ctx, gameId: number, id: number, files: Upload[]): Promise<EditedFile[]>
  /** @throws as addFiles(); `file.name_taken` with the field `name` */
  addRemoteFile(ctx: Ctx, gameId: number, id: number, file: RemoteFileInput): Promise<EditedFile[]>
  /** @throws AppError `edit.conflict` 409 unless each of its files is named once; `file.name_taken` with the field */
  arrangeFiles(ctx: Ctx, gameId: number, id: number, wanted: FilesArrangement): Promise<EditedFile[]>
  /** @throws AppError `file.not_found` 404 */
  removeFile(ctx: Ctx, gameId: number, id: number, fileId: number): Promise<EditedFile[]>
}

interface Needs {
  assets: Pick<Assets, 'storeAhead' | 'discard' | 'keep' | 'drop'>
  lockedChallenges: LockedChallenges
}

const NAMELESS = 'file'

const faultIn = (field: string, code: string, params = {}) =>
  new AppError(code, 400, { params, extra: { field } })

function requireRoom(there: readonly EditedFile[], given: readonly { size: number }[]): void {
  const { files, bytes } = CHALLENGE_FILES
  if (there.length + given.length > files) throw faultIn('files', 'challenge.too_many_files', { max: files })
  const all = [...there, ...given].reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (all > bytes) throw faultIn('files', 'challenge.files_too_large', { gib: bytes / 1024 ** 3 })
}

const takenOf = (files: readonly EditedFile[]) => new Set(files.map(({ name }) => sameName(name)))

const INSERT = `
  INSERT INTO attachments (challenge_id, type, hash, name, remote_url, place)
  SELECT $1, CASE WHEN hash IS NULL THEN 'Remote' ELSE 'Local' END, hash, name, url, $5 + n - 1
  FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS f (hash, name, url, n)`

interface NewFile {
  hash: string | null
  name: string | null
  url: string | null
}

/** Writes files behind those that are there. */
const append = (tx: Change, id: number, files: readonly NewFile[], place: number) =>
  tx.query(INSERT, [
    id,
    files.map(({ hash }) => hash),
    files.map(({ name }) => name),
    files.map(({ url }) => url),
    place
  ])

/** Whole and without gaps, so that the first file is always the one at place 0. */
const RENUMBER = `
  UPDATE attachments a SET place = n.place FROM (
    SELECT id, (row_number() OVER (ORDER BY place) - 1)::int AS place FROM attachments
    WHERE challenge_id = $1 AND flag_id IS NULL) n
  WHERE a.id = n.id AND a.place <> n.place`

const ARRANGE = `
  UPDATE attachments a SET place = (f.n - 1)::int, name = coalesce(f.name, a.name)
  FROM unnest($2::int[], $3::text[]) WITH ORDINALITY AS f (id, name, n) WHERE a.id = f.id AND a.challenge_id = $1`

const namesOf = (files: readonly EditedFile[]) => ({ files: files.map(({ name }) => name) })

/** @throws AppError `edit.conflict` 409 unless each file is named once; `file.name_taken` with the field */
function requireOrder(there: readonly EditedFile[], files: FilesArrangement['files']): void {
  const ids = new Set(files.map(({ id }) => id))
  if (files.length !== there.length || !there.every(({ id }) => ids.has(id)))
    throw new AppError('edit.conflict', 409)
  const names = new Map(there.map(({ id, name }) => [id, name]))
  const taken = new Map<string, number>()
  for (const { id, name } of files) {
    const key = sameName(name ?? names.get(id)!)
    taken.set(key, (taken.get(key) ?? 0) + 1)
  }
  // Addresses without a name bear that of their host, which several may have.
  const twin = files.findIndex(({ name }) => name != null && taken.get(sameName(name))! > 1)
  if (twin >= 0) throw faultIn(`files.${twin}.name`, 'file.name_taken')
}

export function createSharedFiles({ assets, lockedChallenges: { changeOne } }: Needs): SharedFiles {
  /** Runs a change of the files of a challenge, and audits what it left. */
  const changeFiles = async (
    ctx: Ctx,
    gameId: number,
    id: number,
    work: (tx: Change, there: EditedFile[]) => Promise<void>
  ) => {
    requireInGame(ctx, gameId, 'challenges')
    return changeOne(ctx, gameId, id, async ({ challenge, tx }: LockedChallenge) => {
      if (challenge.type === 'DynamicAttachment') throw new AppError('challenge.use_flag_attachments')
      const before = await listSharedFiles(tx, id)
      await work(tx, before)
      const after = await listSharedFiles(tx, id)
      await tx.audit({
        action: 'attachment_changed',
        target: `challenge:${id}`,
        before: namesOf(before),
        after: namesOf(after)
      })
      return after
    })
  }

  return {
    async addFiles(ctx, gameId, id, files) {
      requireInGame(ctx, gameId, 'challenges')
      try {
        const given = files.filter(({ size }) => size > 0)
        if (given.length === 0) throw faultIn('files', 'file.empty')
        for (const one of given) await assets.storeAhead(one)
        return await changeFiles(ctx, gameId, id, async (tx, there) => {
          requireRoom(there, given)
          // In the order of hashes, as every transaction locks contents.
          for (const one of [...given].sort((a, b) => (a.hash < b.hash ? -1 : 1))) await assets.keep(tx, one)
          const taken = takenOf(there)
          const named = given.map(({ hash, name: sent }) => {
            const name = freeName(sent || NAMELESS, taken)
            taken.add(sameName(name))
            return { hash, name, url: null }
          })
          await append(tx, id, named, there.length)
        })
      } finally {
        for (const { path } of files) await assets.discard(path)
      }
    },

    addRemoteFile: (ctx, gameId, id, { url, name = null }) =>
      changeFiles(ctx, gameId, id, async (tx, there) => {
        requireRoom(there, [{ size: 0 }])
        if (name !== null && takenOf(there).has(sameName(name))) throw faultIn('name', 'file.name_taken')
        await append(tx, id, [{ hash: null, name, url }], there.length)
      }),

    arrangeFiles: (ctx, gameId, id, { files }) =>
      changeFiles(ctx, gameId, id, async (tx, there) => {
        requireOrder(there, files)
        await tx.query(ARRANGE, [id, files.map((one) => one.id), files.map(({ name }) => name ?? null)])
      }),

    removeFile: (ctx, gameId, id, fileId) =>
      changeFiles(ctx, gameId, id, async (tx) => {
        const gone = await row(
          tx,
          { hash: nullable(text) },
          'DELETE FROM attachments WHERE id = $1 AND challenge_id = $2 AND flag_id IS NULL RETURNING hash',
          [fileId, id]
        )
        if (!gone) throw notFound('file.not_found')
        await tx.query(RENUMBER, [id])
        const { hash } = gone
        if (hash) tx.after(() => assets.drop(hash))
      })
  }
}
