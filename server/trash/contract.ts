import { z } from 'zod'
import { pageSchema, pagingQuery, wireInt, wireTimeText } from '~/server/platform/wire'

export const TRASH_DAYS = 30

export const TRASH_KINDS = ['game', 'challenge', 'team', 'flag'] as const
export type TrashKind = (typeof TRASH_KINDS)[number]

/** What the audit, which nobody deletes, says of a thing: its title, but not the text of a flag, which is one. */
export const auditedTitle = ({
  kind,
  targetId,
  title
}: {
  kind: TrashKind
  targetId: number
  title: string
}) => (kind === 'flag' ? { flagId: targetId } : { title })

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
    targetId: z.int(),
    title: z.string(),
    game: z.object({ id: z.int(), title: z.string() }).nullable(),
    /** Absent for tables without rows. */
    counts: z.record(z.string(), z.int()),
    deletedAt: wireTimeText,
    /** Null for a deleted account. */
    deletedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
    purgeAt: wireTimeText
  })
  .meta({ id: 'TrashEntryModel' })
export type TrashEntry = z.infer<typeof trashEntry>

export const trashPage = pageSchema(trashEntry)
export type TrashPage = z.infer<typeof trashPage>

const trashFilter = z.object({
  kind: z.enum(TRASH_KINDS).optional(),
  by: z.string().max(200).default('')
})
export type TrashFilter = z.infer<typeof trashFilter>

export const trashQuery = pagingQuery(30).extend(trashFilter.shape)

export const restored = z.object({
  kind: z.enum(TRASH_KINDS),
  targetId: wireInt(1),
  title: z.string(),
  gameId: z.int().nullable()
})
export type Restored = z.infer<typeof restored>
