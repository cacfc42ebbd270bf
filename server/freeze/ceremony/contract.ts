import { z } from 'zod'
import { wireInt, wireTimeText } from '~/server/platform/wire'

/** Channel on which every step is published; `CeremonyMessage` as JSON. */
export const CEREMONY_CHANNEL = 'halyard:ceremonies'

export const CEREMONY_ACTS = ['next', 'team', 'back', 'blank', 'pause', 'finish'] as const
/**
 * `next` opens a cell, `team` all of the team in turn, `back` seals the last one again; `blank` and `pause` turn the other way;
 * `finish` shows the final board to everybody, at the last step alone.
 */
export type CeremonyAct = (typeof CEREMONY_ACTS)[number]

const outcome = z.enum(['solved', 'failed', 'lost', 'points'])

const cell = z.object({
  /** Null for points beside solves. */
  category: z.string().nullable(),
  /** Null while it is sealed. */
  outcome: outcome.nullable(),
  /** Title of the challenge; null while it is sealed, and for points. */
  title: z.string().nullable()
})

const sceneRow = z.object({
  participationId: z.int(),
  name: z.string(),
  avatar: z.string().nullable(),
  rank: z.int(),
  score: z.int(),
  /** In the order in which they are opened. */
  cells: z.array(cell)
})

const standing = z.object({ rank: z.int(), score: z.int() })

const opened = z.object({
  participationId: z.int(),
  name: z.string(),
  /** Null for points beside solves. */
  category: z.string().nullable(),
  title: z.string().nullable(),
  outcome,
  /** Wrong answers since the freeze. */
  tries: z.int(),
  /** When it was solved; null otherwise. */
  time: wireTimeText.nullable(),
  /** Place among the first three; null for none. */
  blood: z.int().min(1).max(3).nullable(),
  from: standing,
  to: standing
})

const podium = z.object({
  /** The first three teams of the board, best first; fewer where there are fewer. */
  places: z.array(
    z.object({
      rank: z.int(),
      name: z.string(),
      avatar: z.string().nullable(),
      score: z.int(),
      /** Null without divisions. */
      division: z.string().nullable(),
      /** First bloods. */
      bloods: z.int()
    })
  ),
  /** Names of the first three of each division, at most six divisions. */
  divisions: z.array(z.object({ name: z.string(), teams: z.array(z.string()) }))
})
export type CeremonyPodium = z.infer<typeof podium>

/** What hall screens and spectators see of a ceremony: nothing of what is still sealed but that it is there. */
export const ceremonyScene = z
  .object({
    started: wireTimeText,
    /** Grows with every step, back ones too, while `started` is the same. */
    version: z.int(),
    frozen: wireTimeText,
    position: z.int(),
    total: z.int(),
    blank: z.boolean(),
    paused: z.boolean(),
    /** The final board is public. */
    done: z.boolean(),
    /** Participation whose cell is next; null at the last step. */
    turn: z.int().nullable(),
    /** Part of the board around it, best first. */
    rows: z.array(sceneRow),
    teams: z.int(),
    sealed: z.object({ cells: z.int(), teams: z.int() }),
    /** What the last step opened; null at the first. */
    last: opened.nullable(),
    /** The newest first blood among the last steps. */
    blood: opened.nullable(),
    /** What the last steps did to ranks, newest first, one for each team in a row. */
    moves: z.array(z.object({ name: z.string(), from: z.int(), to: z.int() })),
    /** Of the final board; null until it is public. */
    podium: podium.nullable()
  })
  .meta({ id: 'GameCeremonyModel' })
export type CeremonyScene = z.infer<typeof ceremonyScene>
export type SceneRow = CeremonyScene['rows'][number]
export type SceneCell = SceneRow['cells'][number]
export type OpenedCell = z.infer<typeof opened>

/** What an administrator sees besides: what comes next. */
export const ceremonyRemote = z
  .object({
    scene: ceremonyScene,
    /** What the next step opens; null at the last. */
    next: opened.nullable(),
    /** What opening all cells of the team in turn does; null at the last step. */
    team: z.object({ cells: z.int(), to: standing }).nullable(),
    /** Teams with sealed cells in the order of their turns, at most 20. */
    hidden: z.array(z.object({ name: z.string(), cells: z.int(), now: standing, final: standing })),
    /** Results were changed since the ceremony was started; it does not show that. */
    outdated: z.boolean()
  })
  .meta({ id: 'GameCeremonyRemoteModel' })
export type CeremonyRemote = z.infer<typeof ceremonyRemote>

/** `from`: cells of teams below this rank are open at once; null opens all one by one. */
export const ceremonyStart = z
  .object({ from: wireInt(1).nullable().default(null) })
  .meta({ id: 'GameCeremonyStartModel' })

/** `version`: that of the scene the caller saw. */
export const ceremonyStep = z
  .object({ act: z.enum(CEREMONY_ACTS), version: wireInt(1) })
  .meta({ id: 'GameCeremonyStepModel' })
export type CeremonyStep = z.infer<typeof ceremonyStep>

/** `scene` null: there is no ceremony any more. */
export const ceremonyMessage = z.object({ game: z.int(), scene: ceremonyScene.nullable() })
export type CeremonyMessage = z.infer<typeof ceremonyMessage>
