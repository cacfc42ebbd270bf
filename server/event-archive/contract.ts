import { z } from 'zod'

export const EVERYTHING_FORMAT = 'halyard-event'
export const EVERYTHING_VERSION = 1

export const EVERYTHING_LIMITS = {
  /** Bytes of all stored files in an archive. */
  files: 8 * 1024 ** 3,
  /** Bytes of everything else, before it is packed. */
  lists: 4 * 1024 ** 3,
  /** Seconds for reading the lists, because a connection of the pool is held as long. */
  seconds: 120,
  /** The same limit for the operator's program, which has its own connections. */
  operatorSeconds: 3600,
  /** Archives that a process sends at a time. */
  sending: 4
} as const

export const everythingQuery = z.object({
  /** False: without stored files, for an event whose files are too many. */
  files: z.stringbool({ error: 'field.type_mismatch' }).default(true).meta({ type: 'boolean' })
})

/** `records`: rows, entries or teams in it; null where it has none to count. */
const entry = z.object({
  path: z.string(),
  size: z.int(),
  sha256: z.string(),
  records: z.int().nullable()
})

/** `manifest.json` (docs/moving-out.md#everything-of-an-event). */
export const everythingManifest = z.object({
  format: z.literal(EVERYTHING_FORMAT),
  version: z.literal(EVERYTHING_VERSION),
  platform: z.string(),
  madeAt: z.string(),
  /** The person who made it; null without an account. */
  madeBy: z.string().nullable(),
  game: z.object({
    id: z.int(),
    title: z.string(),
    start: z.string(),
    end: z.string(),
    hidden: z.boolean(),
    publicKey: z.string(),
    /** The game has ended for all teams, and no flag of its time waits for a verdict. */
    final: z.boolean()
  }),
  /** The archive contains stored files. */
  files: z.boolean(),
  entries: z.array(entry),
  /** The reason for each kind of data that is not in it. */
  leftOut: z.record(z.string(), z.string())
})
export type EverythingManifest = z.infer<typeof everythingManifest>
export type ManifestEntry = z.infer<typeof entry>
