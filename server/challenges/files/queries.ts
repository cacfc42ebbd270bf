import { z } from 'zod'
import { json, rows, type Sql } from '~/server/db'
import { attachedFile, attachmentUrl, FILE, type FileRow } from '../attached-file'
import type { ChallengeType } from '../constants'
import type { EditedFile, ShownFile } from './contract'

export const attachedFiles = json(z.array(attachedFile))

/** SQL: JSON of the files of a challenge that all teams share, in order. */
export const sharedFilesSql = (challenge: string): string =>
  `(SELECT coalesce(json_agg(${FILE} ORDER BY a.place), '[]') FROM attachments a LEFT JOIN blobs b ON b.hash = a.hash
    WHERE a.challenge_id = ${challenge} AND a.flag_id IS NULL)`

/** SQL: JSON of the files of challenge `c` for a team: of a dynamic attachment that of the flag `drawn`, else all in order. */
export const playedFilesSql = (drawn: string): string =>
  `(SELECT coalesce(json_agg(${FILE} ORDER BY a.place), '[]') FROM attachments a LEFT JOIN blobs b ON b.hash = a.hash
    WHERE a.challenge_id = c.id AND CASE WHEN c.type = 'DynamicAttachment' THEN a.flag_id = ${drawn}
      ELSE a.flag_id IS NULL END)`

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

/** `shared`: as for attachmentUrl(). */
export function fileOf(file: FileRow, shared: string | null): EditedFile {
  const { id, hash, name, remoteUrl, size } = file
  const url = attachmentUrl(file, shared) ?? ''
  const own = hash === null ? (name ?? hostOf(remoteUrl ?? '')) : (shared ?? name ?? 'attachment')
  return { id, name: own, url, size, sha256: hash }
}

/** The files of a challenge that all teams share, in order. */
export async function listSharedFiles(sql: Sql, challengeId: number): Promise<EditedFile[]> {
  const [found] = await rows(sql, { files: attachedFiles }, `SELECT ${sharedFilesSql('$1')} AS files`, [
    challengeId
  ])
  return found!.files.map((file) => fileOf(file, null))
}

/** As players get them. Files of a pool bear one name, so that none reveals its flag. */
export const shownFiles = (of: { files: FileRow[]; type: ChallengeType; fileName: string }): ShownFile[] =>
  of.files.map((file) => {
    const { id: _, ...shown } = fileOf(file, of.type === 'DynamicAttachment' ? of.fileName : null)
    return shown
  })
