import { z } from 'zod'
import { FILE_LIMITS, isRemoteUrl } from '~/server/assets/contract'
import { wireInt } from '~/server/platform/wire'
import { CHALLENGE_LIMITS } from '../constants'
import { CHALLENGE_FILES } from './constants'

/** A file's name: no path, and none that a folder cannot have. */
export const sharedFileName = z
  .string({ error: 'field.type_mismatch' })
  .trim()
  .min(1, 'field.required')
  .max(FILE_LIMITS.name, 'field.text_too_long')
  .regex(/^(?!\.{1,2}$)[^/\\\p{C}]+$/u, 'field.characters')

/** A file for all players elsewhere. Not in the contract. */
export const remoteFileInput = z
  .object({
    url: z
      .string({ error: 'field.type_mismatch' })
      .trim()
      .max(CHALLENGE_LIMITS.url, 'field.text_too_long')
      .refine(isRemoteUrl, 'field.url_malformed'),
    /** Null: its host. */
    name: sharedFileName.nullish()
  })
  .meta({ id: 'RemoteFileCreateModel' })
export type RemoteFileInput = z.infer<typeof remoteFileInput>

/** All files in their new order; an absent name stays. Not in the contract. */
export const filesArrangement = z
  .object({
    files: z
      .array(z.object({ id: wireInt(1), name: sharedFileName.nullish() }), { error: 'field.type_mismatch' })
      .max(CHALLENGE_FILES.files, 'field.out_of_range')
  })
  .meta({ id: 'ChallengeFilesModel' })
export type FilesArrangement = z.infer<typeof filesArrangement>

/** As players get it: `size` and `sha256` are null for an address. */
export const shownFile = z
  .object({
    name: z.string(),
    url: z.string(),
    size: z.int().nullable(),
    sha256: z.string().nullable()
  })
  .meta({ id: 'ShownFileModel' })
export type ShownFile = z.infer<typeof shownFile>

/** As staff edit it. */
export const editedFile = shownFile.extend({ id: z.int() }).meta({ id: 'ChallengeFileModel' })
export type EditedFile = z.infer<typeof editedFile>

export const editedFiles = z.array(editedFile)
