import type { Log } from '~/server/platform/log'
import { type OpenSpan, openSpan } from '~/server/platform/tracing'
import type { TraceContexts } from '~/server/submissions'
import type { Judgement } from '.'

/** Milliseconds that log and spans wait for trace contexts; verdicts do not wait. */
const CONTEXT_TIMEOUT_MS = 1000

interface Needs {
  traceContexts: TraceContexts
  log: Log
}

interface BatchTrace {
  run<T>(work: () => T): T
  /** Logs verdicts and records spans; null: the batch failed. Never throws. */
  finish(judgement: Judgement | null): void
}

/** Null when this process neither records spans nor logs at level `debug`. */
export function traceBatch({ traceContexts, log }: Needs, game: number): BatchTrace | null {
  if (!traceContexts.enabled()) return null
  const begun = Date.now()
  const span = openSpan('judge batch', { 'halyard.game': game }, { kind: 'consumer', parent: null })
  return {
    run: (work) => (span ? span.run(work) : work()),
    finish(judgement) {
      const ended = Date.now()
      if (!judgement || judgement.rows.length === 0) return void span?.end(ended)
      const ids = judgement.rows.map(({ id }) => id)
      void traceContexts.take(ids, CONTEXT_TIMEOUT_MS).then((contexts) => {
        const write = () => logBatch(log, game, judgement, contexts, ended - begun)
        if (!span) return write()
        span.run(write)
        recordFlags(span, judgement, contexts, begun, ended)
        span.set({
          'halyard.submissions': judgement.rows.length,
          'halyard.solves': judgement.appended.length
        })
        span.end(ended)
      })
    }
  }
}

type Contexts = Awaited<ReturnType<TraceContexts['take']>>

function logBatch(
  log: Log,
  game: number,
  { rows, appended }: Judgement,
  contexts: Contexts,
  ms: number
): void {
  const seqs = new Map(
    appended.flatMap((entry) => (entry.kind === 'solve' ? [[entry.submissionId, entry.seq]] : []))
  )
  const requestOf = (id: number) => contexts.get(id)?.requestId ?? null
  for (const { id, status } of rows)
    log.debug(
      { game, submission: id, status, requestId: requestOf(id), seq: seqs.get(id) ?? null, ms },
      'flag_judged'
    )
  if (appended.length === 0) return
  const requestIds = rows.filter(({ id }) => seqs.has(id)).map(({ id }) => requestOf(id))
  log.debug({ game, from: appended[0]!.seq - 1, to: appended.at(-1)!.seq, requestIds }, 'delta_published')
}

/** Each flag has a span in the trace of its request, linked with the span of the batch. */
function recordFlags(
  batch: OpenSpan,
  { rows }: Judgement,
  contexts: Contexts,
  begun: number,
  ended: number
): void {
  const own = batch.traceparent()
  for (const { id, status } of rows) {
    const parent = contexts.get(id)?.traceparent
    if (!parent) continue
    batch.link(parent)
    const attributes = { 'halyard.submission': id, 'halyard.verdict': status }
    const span = openSpan('judge flag', attributes, { kind: 'consumer', parent, startTime: begun })
    if (own) span?.link(own)
    span?.end(ended)
  }
}
