import { z } from 'zod'

const MEBIBYTE = 1024 * 1024

/** Largest files in bytes (openapi x-max-bytes; a plain upload is bounded by us alone). */
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

/** How pictures are kept. Pixels; `cover` cuts to a square, `inside` keeps the ratio. */
export const IMAGE_KINDS = {
  avatar: { width: 300, height: 300, fit: 'cover', enlarge: true },
  poster: { width: 2560, height: 2560, fit: 'inside', enlarge: false },
  logo: { width: 640, height: 640, fit: 'inside', enlarge: true },
  favicon: { width: 256, height: 256, fit: 'inside', enlarge: true }
} as const
export type ImageKind = keyof typeof IMAGE_KINDS

/** Path of a stored file; anything in the name that has a meaning in a path is escaped. */
export const assetUrl = (hash: string, name: string) => `/assets/${hash}/${encodeURIComponent(name)}`
