import { z } from 'zod'
import { pageOf, paging, wireInt, wireTimeText } from '~/server/platform/wire'

/** Days for which a deleted thing can be restored (docs/rules/staff.md#trash). */
export const TRASH_DAYS = 30

/** What goes to the trash when it is deleted. */
export const TRASH_KINDS = ['game', 'challenge', 'team', 'flag'] as const
export type TrashKind = (typeof TRASH_KINDS)[number]

/** What an entry holds that is worth telling, by table. */
export const TRASH_COUNTS = [
  'challenges',
  'participations',
  'team_members',
  'flags',
  'submissions',
  'solves',
  'writeups',
  'captures'
] as const

export const trashEntry = z
  .object({
    id: z.int(),
    kind: z.enum(TRASH_KINDS),
    /** The id it had, and has again when it is restored. */
    targetId: z.int(),
    title: z.string(),
    /** Where a challenge or flag belonged. */
    game: z.object({ id: z.int(), title: z.string() }).nullable(),
    /** Rows by table; tables without any are absent. */
    counts: z.record(z.string(), z.int()),
    deletedAt: wireTimeText,
    /** Null when the account is gone. */
    deletedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
    purgeAt: wireTimeText
  })
  .meta({ id: 'TrashEntryModel' })
export type TrashEntry = z.infer<typeof trashEntry>

export const trashPage = pageOf(trashEntry)
export type TrashPage = z.infer<typeof trashPage>

export const trashFilter = z.object({
  kind: z.enum(TRASH_KINDS).optional(),
  /** Part of the name of who deleted it. */
  by: z.string().max(200).default('')
})
export type TrashFilter = z.infer<typeof trashFilter>

export const trashQuery = paging(30).extend(trashFilter.shape)

/** What came back. */
export const restored = z.object({
  kind: z.enum(TRASH_KINDS),
  targetId: wireInt(1),
  title: z.string(),
  gameId: z.int().nullable()
})
export type Restored = z.infer<typeof restored>
