import { z } from 'zod'
import { GAME_ROLES } from '~/server/access/constants'
import { wireTimeText } from '~/server/platform/wire'

const role = z.enum(GAME_ROLES, { error: 'staff.role_unknown' })

export const staffInput = z
  .object({
    /** A user name; for administrators also the address of an account. */
    who: z
      .string({ error: 'staff.who_required' })
      .max(512, 'staff.nobody')
      .transform((who) => who.trim())
      .pipe(
        z
          .string()
          .min(1, 'staff.who_required')
          .regex(/^[^\0]*$/, 'staff.nobody')
      ),
    role
  })
  .meta({ id: 'GameStaffAddModel' })
export type StaffInput = z.infer<typeof staffInput>

export const staffRoleInput = z.object({ role }).meta({ id: 'GameStaffRoleModel' })

export const staffMember = z
  .object({
    userId: z.uuid(),
    userName: z.string(),
    role: z.enum(GAME_ROLES),
    addedAt: wireTimeText,
    /** Null when that account is gone, and for who made the game. */
    addedBy: z.string().nullable()
  })
  .meta({ id: 'GameStaffModel' })
export type StaffMember = z.infer<typeof staffMember>
