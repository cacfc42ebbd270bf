import { z } from 'zod'
import { customCategory } from '~/server/categories/contract'
import { wireInt, wireTimeText } from '~/server/platform/wire'

export const CEREMONY_CHANNEL = 'halyard:ceremonies'

const CEREMONY_ACTS = ['next', 'team', 'back', 'blank', 'pause', 'finish'] as const
/**
 * `back` seals the last cell; `blank` and `pause` toggle; `finish` publishes the final board, at the last step only.
 */
export type CeremonyAct = (typeof CEREMONY_ACTS)[number]

const outcome = z.enum(['solved', 'failed', 'lost', 'points'])

const cell = z.object({
  /** Null for points without a challenge. */
  category: z.string().nullable(),
  customCategory: customCategory.nullable(),
  /** Null while sealed. */
  outcome: outcome.nullable(),
  title: z.string().nullable()
})

const sceneRow = z.object({
  participationId: z.int(),
  name: z.string(),
  avatar: z.string().nullable(),
  rank: z.int(),
  score: z.int(),
  cells: z.array(cell)
})

const standing = z.object({ rank: z.int(), score: z.int() })

const opened = z.object({
  participationId: z.int(),
  name: z.string(),
  /** Null for points without a challenge. */
  category: z.string().nullable(),
  customCategory: customCategory.nullable(),
  title: z.string().nullable(),
  outcome,
  tries: z.int(),
  /** Time of the solve, else null. */
  time: wireTimeText.nullable(),
  /** Place among the first three, else null. */
  blood: z.int().min(1).max(3).nullable(),
  from: standing,
  to: standing
})

const podium = z.object({
  places: z.array(
    z.object({
      rank: z.int(),
      name: z.string(),
      avatar: z.string().nullable(),
      score: z.int(),
      /** Null without divisions. */
      division: z.string().nullable(),
      bloods: z.int()
    })
  ),
  /** First three of each division, at most six divisions. */
  divisions: z.array(z.object({ name: z.string(), teams: z.array(z.string()) }))
})
export type CeremonyPodium = z.infer<typeof podium>

/** The scene for screens and spectators: a sealed cell shows only that it exists. */
export const ceremonyScene = z
  .object({
    started: wireTimeText,
    /** Grows with every step, `back` too, for one `started`. */
    version: z.int(),
    frozen: wireTimeText,
    position: z.int(),
    total: z.int(),
    blank: z.boolean(),
    paused: z.boolean(),
    done: z.boolean(),
    /** Participation of the next cell; null at the last step. */
    turn: z.int().nullable(),
    rows: z.array(sceneRow),
    teams: z.int(),
    sealed: z.object({ cells: z.int(), teams: z.int() }),
    /** Opened by the last step; null at the first. */
    last: opened.nullable(),
    blood: opened.nullable(),
    /** Rank changes of the last steps, newest first; consecutive steps of a team are one. */
    moves: z.array(z.object({ name: z.string(), from: z.int(), to: z.int() })),
    podium: podium.nullable()
  })
  .meta({ id: 'GameCeremonyModel' })
export type CeremonyScene = z.infer<typeof ceremonyScene>
export type SceneRow = CeremonyScene['rows'][number]
export type SceneCell = SceneRow['cells'][number]
export type OpenedCell = z.infer<typeof opened>

export const ceremonyRemote = z
  .object({
    scene: ceremonyScene,
    /** Opened by the next step; null at the last. */
    next: opened.nullable(),
    /** Result of opening all cells of the current team; null at the last step. */
    team: z.object({ cells: z.int(), to: standing }).nullable(),
    /** Teams with sealed cells in order, at most 20. */
    hidden: z.array(z.object({ name: z.string(), cells: z.int(), now: standing, final: standing })),
    /** Later corrections are not shown. */
    outdated: z.boolean()
  })
  .meta({ id: 'GameCeremonyRemoteModel' })
export type CeremonyRemote = z.infer<typeof ceremonyRemote>

/** `from`: teams below this rank are opened at once; null: one by one. */
export const ceremonyStart = z
  .object({ from: wireInt(1).nullable().default(null) })
  .meta({ id: 'GameCeremonyStartModel' })

export const ceremonyStep = z
  .object({ act: z.enum(CEREMONY_ACTS), version: wireInt(1) })
  .meta({ id: 'GameCeremonyStepModel' })
export type CeremonyStep = z.infer<typeof ceremonyStep>

/** `scene` null: no ceremony. */
export const ceremonyMessage = z.object({ game: z.int(), scene: ceremonyScene.nullable() })
export type CeremonyMessage = z.infer<typeof ceremonyMessage>
