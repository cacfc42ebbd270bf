import type { AnswerResult } from '~/server/submissions/contract'

/** Outcome of a flag. `submission` is the id to give to an administrator. */
export type Result =
  | { kind: 'sending' }
  | { kind: 'checking' | 'stalled' | 'accepted' | 'wrong' | 'unknown'; submission: number }
  /** Refused for now: `seconds` from the server, `until` in Unix milliseconds of the browser's clock. */
  | { kind: 'waiting'; seconds: number; until: number }
  | { kind: 'refused'; message: string }

/** Number of texts under `tease` in challenges.json. */
const TEASES = 10

/** Chooses a tease; a hash, so that server and browser agree. */
export const teaseOf = (submission: number): number => (Math.imul(submission, 2_654_435_761) >>> 0) % TEASES

/** Outcome for the player; a verdict that is neither right nor wrong needs an administrator. */
export function resultOf(submission: number, status: AnswerResult): Result {
  if (status === 'FlagSubmitted') return { kind: 'checking', submission }
  if (status === 'Accepted') return { kind: 'accepted', submission }
  if (status === 'WrongAnswer' || status === 'CheatDetected') return { kind: 'wrong', submission }
  return { kind: 'unknown', submission }
}

/** Result of the newest flag: verdicts may arrive in another order than flags. */
export const newer = (known: Result | undefined, result: Result): Result =>
  known && 'submission' in known && 'submission' in result && known.submission > result.submission
    ? known
    : result
