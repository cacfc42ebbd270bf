import { useCallback, useEffect, useRef, useState } from 'react'
import { type Text, useText } from '~/app/i18n/text'
import type { Verdict } from '~/scoring/gateway/contract'
import type { AnswerResult } from '~/server/submissions/contract'
import { delay, fetchJson, Refused } from '../../runtime/calls'
import type { ChallengesProps } from '../props'
import { sendFlag } from './send-flag'
import { newer, type Result, resultOf } from './verdict'

/** Milliseconds between two polls of a verdict; their number is bounded (docs/rules/interface.md#refresh). */
const POLL_MS = 500
const MAX_POLLS = 40
/** Verdicts that came by socket before the response with the submission's id. */
const KEPT = 50

const WAITING: AnswerResult = 'FlagSubmitted'

type Results = Readonly<Record<number, Result>>

function refusal(error: unknown, t: Text): Result {
  if (!(error instanceof Refused)) return { kind: 'refused', message: t('challenges:result.network') }
  const { status, retryAfter: seconds } = error
  if (status === 429 && seconds !== null)
    return { kind: 'waiting', seconds, until: Date.now() + seconds * 1000 }
  const again = seconds === null ? '' : ` ${t('challenges:result.wait', { count: seconds })}`
  return { kind: 'refused', message: (error.message || t('challenges:result.failed')) + again }
}

/** Result that a form without script left in the address. */
function firstResults({ query, status, refused }: Given): Results {
  if (query.open === null) return {}
  if (refused) return { [query.open]: { kind: 'refused', message: refused.message } }
  return query.submission !== null && status ? { [query.open]: resultOf(query.submission, status) } : {}
}

type Given = Pick<ChallengesProps, 'gameId' | 'query' | 'status' | 'refused'>

/** Follows flags to their verdicts, by response, socket or polling. `onUnknown` gets those without one. */
export function useFlags(given: Given, onUnknown: (submission: number) => void) {
  const { gameId } = given
  const t = useText()
  const [results, setResults] = useState<Results>(() => firstResults(given))
  const pushed = useRef(new Map<number, AnswerResult>())
  const waiting = useRef(new Map<number, number>())

  const set = useCallback(
    (challengeId: number, result: Result) =>
      setResults((all) => ({ ...all, [challengeId]: newer(all[challengeId], result) })),
    []
  )

  const settle = useCallback(
    (challengeId: number, submission: number, verdict: AnswerResult) => {
      const result = resultOf(submission, verdict)
      set(challengeId, result)
      if (result.kind === 'checking' || !waiting.current.delete(submission)) return
      if (result.kind === 'unknown') onUnknown(submission)
    },
    [set, onUnknown]
  )

  const follow = useCallback(
    async (challengeId: number, submission: number, reported: AnswerResult = WAITING) => {
      waiting.current.set(submission, challengeId)
      const known = reported === WAITING ? pushed.current.get(submission) : reported
      if (known) return settle(challengeId, submission, known)
      set(challengeId, { kind: 'checking', submission })
      const url = `/api/game/${gameId}/challenges/${challengeId}/status/${submission}`
      for (let polls = 0; polls < MAX_POLLS; polls++) {
        await delay(POLL_MS)
        if (!waiting.current.has(submission)) return
        const verdict = await fetchJson<AnswerResult>(url).catch(() => WAITING)
        if (!waiting.current.has(submission)) return
        if (verdict !== WAITING) return settle(challengeId, submission, verdict)
      }
      set(challengeId, { kind: 'stalled', submission })
      onUnknown(submission)
    },
    [gameId, set, settle, onUnknown]
  )

  const submit = useCallback(
    async (challengeId: number, flag: string) => {
      set(challengeId, { kind: 'sending' })
      try {
        const { submission, status } = await sendFlag(gameId, challengeId, flag)
        await follow(challengeId, submission, status)
      } catch (error) {
        if (error instanceof Refused && error.status === 401) return location.reload()
        set(challengeId, refusal(error, t))
      }
    },
    [gameId, follow, set, t]
  )

  const onVerdict = useCallback(
    ({ id, challenge, status: verdict }: Verdict) => {
      pushed.current.set(id, verdict)
      if (pushed.current.size > KEPT) pushed.current.delete(pushed.current.keys().next().value!)
      if (waiting.current.has(id)) settle(challenge, id, verdict)
    },
    [settle]
  )

  const first = useRef(given)
  useEffect(() => {
    const { query, status } = first.current
    if (status === WAITING) void follow(query.open!, query.submission!)
  }, [follow])

  return { results, submit, onVerdict }
}
