import { z } from 'zod'
import { json, nullable } from '~/server/db'
import { GAME_ROLES, type GameRole } from './constants'

/** Roles by game; null without any. */
export type GamesOf = Record<number, GameRole> | null

export const GAMES_OF = nullable(
  json<Record<number, GameRole>>(z.record(z.coerce.number(), z.enum(GAME_ROLES)))
)

/** SQL for the games in which an account is staff, as JSON; null without any. */
export const staffGamesSql = (userId: string): string =>
  `(SELECT json_object_agg(r.game_id, r.role) FROM game_staff r WHERE r.user_id = ${userId})`
