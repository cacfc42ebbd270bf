import type { Readable } from 'node:stream'
import { z } from 'zod'
import { wireEnum, wireTimeText } from '~/server/platform/wire'

const MEBIBYTE = 1024 * 1024

/** Largest files in bytes (docs/rules/files.md#uploads). */
export const FILE_LIMITS = {
  image: 3 * MEBIBYTE,
  writeup: 20 * MEBIBYTE,
  upload: 1024 * MEBIBYTE,
  uploadsAtOnce: 100,
  name: 255
} as const

/** A file of a form. It lies in a temporary file until the answer is sent. */
export interface Upload {
  /** Name of the form's field. */
  field: string
  /** The name the sender gave; no path, no control characters; may be blank. */
  name: string
  /** The media type the sender claims, lowercase; '' for none. */
  claimed: string
  path: string
  size: number
  /** SHA-256 of the content in lowercase hexadecimal. */
  hash: string
  /** The media type that the first bytes show; null for what browsers need not know. */
  type: string | null
}

/** How large the files of a form may be, and how many. */
export interface FormLimits {
  fileSize: number
  files: number
}

/** A form with one picture in the field `file`. */
export const ONE_IMAGE = { field: 'file', files: 1, fileSize: FILE_LIMITS.image }

/** A form as it was sent; fields left empty of a file are no files. */
export interface SentFiles {
  fields: [name: string, value: string][]
  files: Upload[]
}

/** The form field of one file, for the schema of a page's form. */
export const uploadField = z.custom<Upload>(
  (value) => typeof value === 'object' && value !== null && 'hash' in value && 'path' in value,
  'file.empty'
)

/** A content that is known to be good and can be kept. */
export interface Staged {
  hash: string
  size: number
  type: string | null
  /** Where it lies now: a temporary file. */
  path: string
}

/** Pixels that pictures are made to fit into; each keeps its ratio. */
export const IMAGE_KINDS = {
  avatar: { width: 300, height: 300, enlarge: true },
  poster: { width: 2560, height: 2560, enlarge: false },
  logo: { width: 640, height: 640, enlarge: true },
  favicon: { width: 256, height: 256, enlarge: true }
} as const
export type ImageKind = keyof typeof IMAGE_KINDS

/** Path of a stored file; anything in the name that has a meaning in a path is escaped. */
export const assetUrl = (hash: string, name: string) => `/assets/${hash}/${encodeURIComponent(name)}`

/** An open file of the store: a deletion does not take it away from its reader. */
export interface OpenFile {
  /** The bytes from `start` to `end`, both included, or all of them. Closes the file at its end. */
  stream(start?: number, end?: number): Readable
  close(): Promise<void>
}

/** A file that the caller may have. */
export interface FileRead extends OpenFile {
  hash: string
  size: number
  /** null for what browsers are not to interpret. */
  type: string | null
  /** Anybody may have it, so anything on the way may keep it. */
  public: boolean
  /** The caller reads it in the browser although it is no picture. */
  inline: boolean
}

/** Another length is no such route, other characters are a fault (docs/rules/files.md#addresses). */
export const hashParam = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]*$/, 'validation.failed')

/** In the order of the contract's numbers. */
export const FILE_TYPES = ['None', 'Local', 'Remote'] as const

const remote = (url: string) => /^https?:\/\/./i.test(url) && URL.canParse(url)

/** What attaches a file: nothing, a stored file by its hash, or an address elsewhere. */
const attachmentFields = z.object({
  attachmentType: wireEnum(FILE_TYPES).default('None'),
  /** An uploaded file, for Local. */
  fileHash: z
    .string({ error: 'field.type_mismatch' })
    .max(64, 'file.not_found')
    .regex(/^[0-9a-f]*$/i, 'file.not_found')
    .transform((hash) => hash.toLowerCase())
    .nullish(),
  /** Where players fetch it, for Remote. */
  remoteUrl: z.string({ error: 'field.type_mismatch' }).max(2048, 'field.text_too_long').nullish()
})

export const attachmentInput = attachmentFields
  .refine(({ attachmentType, remoteUrl }) => attachmentType !== 'Remote' || remote(remoteUrl ?? ''), {
    error: 'field.url_malformed',
    path: ['remoteUrl']
  })
  .meta({ id: 'AttachmentCreateModel' })
export type AttachmentInput = z.infer<typeof attachmentInput>

const FILE_USES = [
  'UserAvatar',
  'TeamAvatar',
  'Poster',
  'Logo',
  'Favicon',
  'Upload',
  'Attachment',
  'FlagAttachment',
  'Writeup',
  'Post',
  'GameText',
  'ChallengeText',
  'Trash'
] as const

/**
 * Who uses a file: `owner` is the id that fits the kind (of attachments and texts the challenge, of writeups the
 * participation), `title` what people call that owner. `game`: where challenges and writeups belong, else null.
 */
const fileUse = z.object({
  kind: z.enum(FILE_USES),
  owner: z.string(),
  title: z.string(),
  game: z.object({ id: z.int(), title: z.string() }).nullable()
})
export type FileUse = z.infer<typeof fileUse>

/** A file that was just uploaded. */
export const localFile = z.object({ hash: z.string(), name: z.string() })

/** A stored file; all but the first two are not in the contract. At most 100 uses. */
export const storedFile = localFile
  .extend({
    size: z.int(),
    type: z.string().nullable(),
    storedAt: wireTimeText,
    uses: z.array(fileUse)
  })
  .meta({ id: 'LocalFile' })
export type StoredFile = z.infer<typeof storedFile>
