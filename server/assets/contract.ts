import type { Readable } from 'node:stream'
import { z } from 'zod'
import { wireEnum, wireTimeText } from '~/server/platform/wire'

const MEBIBYTE = 1024 * 1024

/** Limits in bytes (docs/rules/files.md#uploads). */
export const FILE_LIMITS = {
  image: 3 * MEBIBYTE,
  writeup: 20 * MEBIBYTE,
  upload: 1024 * MEBIBYTE,
  uploadsAtOnce: 100,
  name: 255
} as const

export interface Upload {
  field: string
  /** The name without path and control characters; may be blank. */
  name: string
  /** Lowercase; '' for none. */
  claimed: string
  path: string
  size: number
  hash: string
  /** The type by the first bytes; null for a type that browsers do not need. */
  type: string | null
}

export interface FormLimits {
  fileSize: number
  files: number
}

export const ONE_IMAGE = { field: 'file', files: 1, fileSize: FILE_LIMITS.image }

export interface SentFiles {
  fields: [name: string, value: string][]
  files: Upload[]
}

export const uploadField = z.custom<Upload>(
  (value) => typeof value === 'object' && value !== null && 'hash' in value && 'path' in value,
  'file.empty'
)

export interface Staged {
  hash: string
  size: number
  type: string | null
  path: string
}

/** Pixels to fit into; the ratio stays. */
export const IMAGE_KINDS = {
  avatar: { width: 300, height: 300, enlarge: true },
  poster: { width: 2560, height: 2560, enlarge: false },
  logo: { width: 640, height: 640, enlarge: true },
  favicon: { width: 256, height: 256, enlarge: true }
} as const
export type ImageKind = keyof typeof IMAGE_KINDS

export const assetUrl = (hash: string, name: string) => `/assets/${hash}/${encodeURIComponent(name)}`

/** Stays readable after a deletion. */
export interface OpenFile {
  stream(start?: number, end?: number): Readable
  close(): Promise<void>
}

export interface FileRead extends OpenFile {
  hash: string
  size: number
  /** Null: browsers must not interpret it. */
  type: string | null
  /** Shared caches may keep it. */
  public: boolean
  /** Shown in the browser although it is no picture. */
  inline: boolean
}

/** A hash of another length is an unknown route; other characters are an error (docs/rules/files.md#addresses). */
export const hashParam = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]*$/, 'validation.failed')

/** Types of attachments, in the order of the contract's numbers. */
export const FILE_TYPES = ['None', 'Local', 'Remote'] as const

/**
 * True for an address from which players fetch a file themselves; the server never does. Control characters, which browsers drop,
 * are refused.
 */
export const isRemoteUrl = (url: string) => /^https?:\/\/\P{Cc}+$/iu.test(url) && URL.canParse(url)

const attachmentFields = z.object({
  attachmentType: wireEnum(FILE_TYPES).default('None'),
  fileHash: z
    .string({ error: 'field.type_mismatch' })
    .max(64, 'file.not_found')
    .regex(/^[0-9a-f]*$/i, 'file.not_found')
    .transform((hash) => hash.toLowerCase())
    .nullish(),
  remoteUrl: z.string({ error: 'field.type_mismatch' }).max(2048, 'field.text_too_long').nullish()
})

export const attachmentInput = attachmentFields
  .refine(({ attachmentType, remoteUrl }) => attachmentType !== 'Remote' || isRemoteUrl(remoteUrl ?? ''), {
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
  'SolutionText',
  'OwnPage',
  'Appearance',
  'Trash'
] as const

/** `owner`: participation of a writeup, else by kind; `title`: its name; `game`: null unless it belongs to one. */
const fileUse = z.object({
  kind: z.enum(FILE_USES),
  owner: z.string(),
  title: z.string(),
  game: z.object({ id: z.int(), title: z.string() }).nullable()
})
export type FileUse = z.infer<typeof fileUse>

export const localFile = z.object({ hash: z.string(), name: z.string() })

/** Only `hash` and `name` are in the contract. At most 100 uses. */
export const storedFile = localFile
  .extend({
    size: z.int(),
    type: z.string().nullable(),
    storedAt: wireTimeText,
    uses: z.array(fileUse)
  })
  .meta({ id: 'LocalFile' })
export type StoredFile = z.infer<typeof storedFile>

/** A part of a ZIP: bytes that are made or read when the ZIP comes to it, or a stored content. */
export type ZipPart = { path: string } & (
  | { make(): string | Buffer }
  | { read(): Readable }
  | { hash: string }
)
