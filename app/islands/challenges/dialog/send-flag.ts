import type { AnswerResult } from '~/server/submissions/contract'
import { fetchOk } from '../../runtime/calls'

/** Seconds that the server may delay its response to include the verdict. */
const WAIT = 5

const VERDICTS: readonly AnswerResult[] = ['Accepted', 'WrongAnswer', 'NotFound']

interface Sent {
  submission: number
  status: AnswerResult
}

/** The response has the verdict if it is in time. @throws Refused; TypeError when the network failed */
export async function sendFlag(gameId: number, challengeId: number, flag: string): Promise<Sent> {
  const answer = await fetchOk(`/api/game/${gameId}/challenges/${challengeId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: `wait=${WAIT}` },
    body: JSON.stringify({ flag })
  })
  const verdict = answer.headers.get('Submission-Status')
  const status = VERDICTS.find((one) => one === verdict) ?? 'FlagSubmitted'
  return { submission: (await answer.json()) as number, status }
}
