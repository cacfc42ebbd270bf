import type * as Api from '@opentelemetry/api'
import type pino from 'pino'
import type { Env } from '../env'

/** Names and numbers, never what somebody sent (docs/traces.md). */
export type Attributes = Record<string, string | number | boolean>

type Kind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

interface SpanOptions {
  kind?: Kind
  /** A W3C traceparent; null: root; absent: the open span. */
  parent?: string | null
  startTime?: number
}

export interface OpenSpan {
  run<T>(work: () => T): T
  rename(name: string): void
  set(attributes: Attributes): void
  link(traceparent: string): void
  /** W3C traceparent; null when not sampled. */
  traceparent(): string | null
  fail(error: unknown): void
  /** Milliseconds of the epoch; absent: now. */
  end(at?: number): void
}

interface Recording {
  api: typeof Api
  tracer: Api.Tracer
}

let recording: Recording | null = null

export const isTracing = (): boolean => recording !== null

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/** The root for null and invalid ones. */
function contextOf({ api }: Recording, traceparent: string | null): Api.Context {
  if (traceparent === null || !TRACEPARENT.test(traceparent)) return api.ROOT_CONTEXT
  return api.propagation.extract(api.ROOT_CONTEXT, { traceparent })
}

function traceparentOf(span: Api.Span): string | null {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return traceFlags & 1 ? `00-${traceId}-${spanId}-01` : null
}

/** Leaves out the message, which may contain values of a statement. */
const typeOf = (error: unknown) =>
  error instanceof Error ? error.name : typeof error === 'number' ? String(error) : 'Error'

/** Null without tracing. The caller ends it. */
export function openSpan(
  name: string,
  attributes: Attributes,
  { kind = 'internal', parent, startTime }: SpanOptions = {}
): OpenSpan | null {
  if (!recording) return null
  const { api, tracer } = recording
  const parentContext = parent === undefined ? api.context.active() : contextOf(recording, parent)
  const options = { kind: api.SpanKind[kind.toUpperCase() as Uppercase<Kind>], attributes, startTime }
  const span = tracer.startSpan(name, options, parentContext)
  const context = api.trace.setSpan(parentContext, span)
  return {
    run: (work) => api.context.with(context, work),
    rename: (to) => void span.updateName(to),
    set: (more) => void span.setAttributes(more),
    link(traceparent) {
      const linked = api.trace.getSpanContext(contextOf({ api, tracer }, traceparent))
      if (linked) span.addLink({ context: linked })
    },
    traceparent: () => traceparentOf(span),
    fail(error) {
      span.setAttribute('error.type', typeOf(error))
      span.setStatus({ code: api.SpanStatusCode.ERROR })
    },
    end: (at) => span.end(at)
  }
}

/** Runs `work` in a span until its promise settles; without tracing, just runs it. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  options?: SpanOptions
): Promise<T> {
  const span = openSpan(name, attributes, options)
  if (!span) return work()
  return span
    .run(work)
    .catch((error) => {
      span.fail(error)
      throw error
    })
    .finally(() => span.end())
}

/** Null without a span, and for one that is not sampled. */
export function activeTraceparent(): string | null {
  const span = recording?.api.trace.getActiveSpan()
  return span ? traceparentOf(span) : null
}

export function traceFields(): { traceId?: string } {
  const span = recording?.api.trace.getActiveSpan()
  return span ? { traceId: span.spanContext().traceId } : {}
}

/** Loads no library unless the environment names a receiver. @returns a function that sends the last spans */
export async function startTracing(
  env: Pick<
    Env,
    | 'OTEL_EXPORTER_OTLP_ENDPOINT'
    | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
    | 'OTEL_TRACES_EXPORTER'
    | 'OTEL_SDK_DISABLED'
  >,
  role: string,
  log: Pick<pino.Logger, 'warn'>
): Promise<() => Promise<void>> {
  const named = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const wanted = named !== undefined || env.OTEL_TRACES_EXPORTER === 'otlp'
  if (!wanted || env.OTEL_TRACES_EXPORTER === 'none' || env.OTEL_SDK_DISABLED === 'true')
    return async () => {}
  const { record } = await import('./record')
  const { close, ...begun } = record(role, log)
  recording = begun
  return async () => {
    recording = null
    await close()
  }
}
