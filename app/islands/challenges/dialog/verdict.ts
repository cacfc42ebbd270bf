import type { AnswerResult } from '~/server/submissions/contract'

/** What a flag came to. `submission` is the id to tell an administrator. */
export type Result =
  | { kind: 'sending' }
  | { kind: 'checking' | 'stalled' | 'accepted' | 'wrong' | 'unknown'; submission: number }
  /** Not taken yet. `seconds` as the platform said it, `until` in Unix milliseconds of the browser's clock. */
  | { kind: 'waiting'; seconds: number; until: number }
  /** Not taken: too late, too long. */
  | { kind: 'refused'; message: string }

/** Texts that tease after a wrong flag: under `tease` in challenges.json. */
const TEASES = 10

/** Which of them: looks random, yet server and browser agree. */
export const teaseOf = (submission: number): number => (Math.imul(submission, 2_654_435_761) >>> 0) % TEASES

/** A verdict as the player is told; anything that is neither right nor wrong needs an administrator. */
export function resultOf(submission: number, status: AnswerResult): Result {
  if (status === 'FlagSubmitted') return { kind: 'checking', submission }
  if (status === 'Accepted') return { kind: 'accepted', submission }
  if (status === 'WrongAnswer' || status === 'CheatDetected') return { kind: 'wrong', submission }
  return { kind: 'unknown', submission }
}

/** What is said of the newest flag: verdicts may come in another order than flags were sent. */
export const newer = (known: Result | undefined, result: Result): Result =>
  known && 'submission' in known && 'submission' in result && known.submission > result.submission
    ? known
    : result
