import { z } from 'zod'
import { assetUrl } from '~/server/assets/contract'

/** The shape that `FILE` selects. */
export const attachedFile = z.object({
  id: z.int(),
  type: z.enum(['Local', 'Remote']),
  hash: z.string().nullable(),
  name: z.string().nullable(),
  remoteUrl: z.string().nullable(),
  size: z.int().nullable()
})
export type FileRow = z.infer<typeof attachedFile>

/** SQL: the file of attachment `a` and its blob `b`. */
export const FILE = `json_build_object('id', a.id, 'type', a.type, 'hash', a.hash, 'name', a.name,
  'remoteUrl', a.remote_url, 'size', b.size)`

/**
 * The address of the file. `shared`: one name for all files of a pool, so that a name does not reveal its flag; null: the file's
 * own name.
 */
export const attachmentUrl = ({ hash, name, remoteUrl }: FileRow, shared: string | null): string | null =>
  hash === null ? remoteUrl : assetUrl(hash, shared ?? name ?? 'attachment')
