import { z } from 'zod'
import { correctionReason } from '~/server/corrections/contract'
import { DAY_MS } from '~/server/platform/time'
import { wireInstant, wireTimeText } from '~/server/platform/wire'

export const MAX_PAUSE_MS = 7 * DAY_MS

export const pauseInput = z
  .object({
    until: wireInstant,
    reason: correctionReason
  })
  .meta({ id: 'GamePauseModel' })
export type PauseInput = z.infer<typeof pauseInput>

/** Times that a pause delays: end of the game or of a division, freeze, writeup deadline, and times of challenges. */
export const PAUSE_MOVES = ['end', 'division', 'freeze', 'writeup', 'release', 'close', 'hint'] as const

/** Moves that a preview names; all are counted. */
export const MAX_MOVES = 100

const pauseMove = z.object({
  what: z.enum(PAUSE_MOVES),
  /** The name of the division or challenge; null for other times. */
  name: z.string().nullable(),
  before: wireTimeText,
  after: wireTimeText
})

/** Delayed times in order. */
const pauseMoves = z.object({ total: z.int(), moves: z.array(pauseMove) })
export type PauseMoves = z.infer<typeof pauseMoves>
