import type { Log } from '~/server/platform/log'
import { type OpenSpan, openSpan } from '~/server/platform/tracing'
import type { Origins } from '~/server/submissions'
import type { Judgement } from '.'

/** How long the request that sent a flag is waited for, in milliseconds; verdicts do not wait for it. */
const ORIGIN_MS = 1000

interface Needs {
  origins: Origins
  log: Log
}

/** A batch of the judge on its way into log and traces. */
export interface FollowedBatch {
  /** Runs the judge's work, in the span of the batch. */
  run<T>(work: () => T): T
  /** Tells which flag of which request became what, once that is known. Never throws. */
  finish(judgement: Judgement | null): void
}

/** Follows a batch of a game's flags; null when nothing is followed, which costs nothing. */
export function followBatch({ origins, log }: Needs, game: number): FollowedBatch | null {
  if (!origins.followed()) return null
  const begun = Date.now()
  const span = openSpan('judge batch', { 'halyard.game': game }, { kind: 'consumer', parent: null })
  return {
    run: (work) => (span ? span.run(work) : work()),
    finish(judgement) {
      const ended = Date.now()
      if (!judgement || judgement.rows.length === 0) return void span?.end(ended)
      void origins.of(idsOf(judgement), ORIGIN_MS).then((known) => {
        const tell = () => logBatch(log, game, judgement, known, ended - begun)
        if (!span) return tell()
        span.run(tell)
        traceFlags(span, judgement, known, begun, ended)
        span.set({
          'halyard.submissions': judgement.rows.length,
          'halyard.solves': judgement.appended.length
        })
        span.end(ended)
      })
    }
  }
}

type Known = Awaited<ReturnType<Origins['of']>>

const idsOf = ({ rows }: Judgement) => rows.map(({ id }) => id)

/** A line for each flag, and one for the entries that went to the board together. */
function logBatch(log: Log, game: number, { rows, appended }: Judgement, known: Known, ms: number): void {
  const seqs = new Map(
    appended.flatMap((entry) => (entry.kind === 'solve' ? [[entry.submissionId, entry.seq]] : []))
  )
  const requestOf = (id: number) => known.get(id)?.requestId ?? null
  for (const { id, status } of rows)
    log.debug(
      { game, submission: id, status, requestId: requestOf(id), seq: seqs.get(id) ?? null, ms },
      'flag_judged'
    )
  if (appended.length === 0) return
  const requestIds = rows.filter(({ id }) => seqs.has(id)).map(({ id }) => requestOf(id))
  log.debug({ game, from: appended[0]!.seq - 1, to: appended.at(-1)!.seq, requestIds }, 'delta_published')
}

/** In the trace of each request a span of its flag, linked with the span of the batch both ways. */
function traceFlags(batch: OpenSpan, { rows }: Judgement, known: Known, begun: number, ended: number): void {
  const own = batch.traceparent()
  for (const { id, status } of rows) {
    const parent = known.get(id)?.traceparent
    if (!parent) continue
    batch.link(parent)
    const attributes = { 'halyard.submission': id, 'halyard.verdict': status }
    const span = openSpan('judge flag', attributes, { kind: 'consumer', parent, startTime: begun })
    if (own) span?.link(own)
    span?.end(ended)
  }
}
