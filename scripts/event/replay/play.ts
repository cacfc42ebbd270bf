import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerResult } from '~/server/submissions/contract'
import { printStatus } from '../../shared/output'
import type { Step } from '../guesses'
import type { LiveGame } from './game'
import type { Http } from './http'
import { Semaphore } from './pool'
import { Progress } from './progress'
import type { Player } from './teams'
import type { Verdicts } from './verdicts'

export interface Played {
  step: Step
  /** Submission; null when the platform refused it. */
  id: number | null
  verdict: AnswerResult | null
  /** Milliseconds from sending until the verdict was received. */
  took: number
  /** When the socket delivered the verdict, in milliseconds of `performance.now()`; null when it was polled. */
  pushedAt: number | null
}

export interface Table {
  http: Http
  game: LiveGame
  players: Player[]
  verdicts: Verdicts
  signal: AbortSignal
}

/** Most requests at once, and most submissions without a verdict. */
const SENDING = 24
const UNJUDGED = 200
const REFUSALS_SHOWN = 3

/**
 * Sends all flags, `speed` times as fast as in the event. A flag waits until the previous ones of its team and of its
 * challenge are stored, so the platform gets the event's order wherever order decides something.
 */
export async function playSteps(table: Table, steps: Step[], speed: number): Promise<Played[]> {
  const progress = new Progress('Flags', steps.length)
  const unjudged = new Semaphore(UNJUDGED)
  const sending = new Semaphore(SENDING)
  const stored = new Map<string, Promise<unknown>>()
  const results: Promise<Played>[] = []
  const began = performance.now()
  const first = steps[0]?.at ?? 0
  const refusals = new Refusals()
  let failure: { error: unknown } | null = null
  for (const step of steps) {
    await waitUntil(began + (step.at - first) / speed, table.signal)
    await unjudged.take()
    if (failure) break
    const keys = [`team ${step.team}`, `challenge ${step.challenge}`]
    const before = Promise.all(keys.map((key) => stored.get(key)))
    const sent = before.then(async () => {
      await sending.take()
      return send(table, step, refusals).finally(() => sending.give())
    })
    for (const key of keys) stored.set(key, sent)
    const played = sent
      .then((submission) => judged(table, step, submission))
      .finally(() => {
        unjudged.give()
        progress.step()
      })
    played.catch((error: unknown) => {
      failure ??= { error }
    })
    results.push(played)
  }
  try {
    return await Promise.all(results)
  } finally {
    progress.end()
  }
}

async function waitUntil(due: number, signal: AbortSignal): Promise<void> {
  const wait = due - performance.now()
  if (wait > 1) await sleep(wait, undefined, { signal })
  else signal.throwIfAborted()
}

interface Submission {
  id: number | null
  sentAt: number
}

async function send({ http, game, players }: Table, step: Step, refusals: Refusals): Promise<Submission> {
  const call = {
    method: 'POST',
    path: `/api/game/${game.id}/challenges/${game.challenges[step.challenge]}`,
    body: { flag: step.flag },
    cookie: players[step.team]!.cookie
  } as const
  const answer = await http.call(call)
  if (answer.status === 200) return { id: Number(answer.body), sentAt: answer.sentAt }
  refusals.tell(http.fault(call, answer).message)
  return { id: null, sentAt: answer.sentAt }
}

async function judged({ game, verdicts }: Table, step: Step, { id, sentAt }: Submission): Promise<Played> {
  if (id === null) return { step, id, verdict: null, took: 0, pushedAt: null }
  const challenge = game.challenges[step.challenge]!
  const judged = await verdicts.of({ id, game: game.id, challenge, player: step.team })
  return {
    step,
    id,
    verdict: judged?.status ?? null,
    took: judged ? judged.at - sentAt : 0,
    pushedAt: judged?.pushed ? judged.at : null
  }
}

/** Prints the first few reasons and only counts the others; the report has the number. */
class Refusals {
  #count = 0

  tell(reason: string): void {
    if (++this.#count <= REFUSALS_SHOWN) printStatus(reason)
  }
}
