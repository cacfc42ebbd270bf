/**
 * The types of plug-ins for their authors (docs/plugins.md). They are types only:
 * `import type { Checker } from 'halyard/plugin'`.
 * A module's default export is one of these objects. It runs in its own thread, without the platform's stores.
 */

interface Plugin {
  /** The version of these types that the plug-in was written for. */
  apiVersion: 1
  /** Lower-case letters, digits and `-`, at most 40; what challenges and webhooks refer to. */
  name: string
  /** The version of the plug-in, for the administrators' page. */
  version: string
}

export interface Answer {
  /** The answer exactly as it was sent. */
  answer: string
  /** The flags of the challenge, at most 100; of a dynamic challenge the team's own flag, or none. */
  flags: string[]
  challenge: { id: number; title: string }
  /** Null when staff try an answer. */
  team: { id: number; name: string } | null
}

/** Decides whether answers of the challenges that name it are right. */
export interface Checker extends Plugin {
  kind: 'checker'
  check(answer: Answer): boolean | Promise<boolean>
}

export interface Terms {
  /** Points of the first solve. */
  score: number
  /** The least share of them, from 0 to 1. */
  minRate: number
  /** How slowly the value falls; above 0. */
  difficulty: number
}

/** Gives challenges their value. Pure: the same arguments always give the same whole number of points, 0 or more. */
export interface Scoring extends Plugin {
  kind: 'scoring'
  /** @param solves counted solves, from 0 on */
  value(solves: number, terms: Terms): number
}

export type Registration =
  | { of: 'account'; userName: string; email: string; address: string }
  | {
      of: 'game'
      game: { id: number; title: string }
      user: { id: string; userName: string; email: string }
      /** Null while there is none: one is made for a player who plays alone. */
      team: { id: number; name: string } | null
      /** That the user will play in, which is the team's once it has one; null without a division. */
      division: string | null
    }

/** Decides who may have an account, and who may play a game. */
export interface RegistrationCheck extends Plugin {
  kind: 'registration'
  /** @returns null to let somebody in, else the sentence that they read */
  check(registration: Registration): string | null | Promise<string | null>
}

export interface Message {
  /** Stays the same when a message is sent again. */
  id: string
  type: string
  /** ISO 8601, UTC. */
  timestamp: string
  /** See docs/webhooks.md#kinds. */
  data: { game: { id: number; title: string } } & Record<string, unknown>
  /** Only organisers may read the message. */
  staff?: true
  /** A sample that somebody asked for. */
  test?: true
}

/** Gets the messages of webhooks with the format `Plugin`. What it throws makes another attempt. */
export interface Notifier extends Plugin {
  kind: 'notification'
  notify(message: Message): void | Promise<void>
}
