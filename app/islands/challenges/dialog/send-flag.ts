import type { AnswerResult } from '~/server/submissions/contract'
import { answerOf } from '../../runtime/calls'

/** Seconds that the server may delay its response to include the verdict. */
const WAIT = 5

const VERDICTS: readonly AnswerResult[] = ['Accepted', 'WrongAnswer', 'NotFound']

interface Sent {
  submission: number
  status: AnswerResult
}

/**
 * Sends a flag; the response includes the verdict when it is ready in time.
 * @throws Refused with the server's message; TypeError when the network failed
 */
export async function sendFlag(gameId: number, challengeId: number, flag: string): Promise<Sent> {
  const answer = await answerOf(`/api/game/${gameId}/challenges/${challengeId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: `wait=${WAIT}` },
    body: JSON.stringify({ flag })
  })
  const verdict = answer.headers.get('Submission-Status')
  const status = VERDICTS.find((one) => one === verdict) ?? 'FlagSubmitted'
  return { submission: (await answer.json()) as number, status }
}
