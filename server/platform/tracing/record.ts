import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type pino from 'pino'
import { withTimeout } from '../concurrency/timeout'

/** Least milliseconds between two warnings about unsent spans. */
const WARN_INTERVAL_MS = 60_000
/** Milliseconds that a shutdown waits for the last spans. */
const SHUTDOWN_TIMEOUT_MS = 3000

/** Records spans and sends them by OTLP over HTTP. OpenTelemetry itself reads OTEL_*. */
export function record(role: string, log: Pick<pino.Logger, 'warn'>) {
  let warnedAt = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler((error) => {
    if (performance.now() - warnedAt < WARN_INTERVAL_MS) return
    warnedAt = performance.now()
    log.warn({ err: error instanceof Error ? error.message : String(error) }, 'traces_not_sent')
  })
  const named = resourceFromAttributes({
    'service.name': 'halyard',
    'service.instance.id': `${role}-${process.pid}`,
    'halyard.role': role
  })
  const provider = new BasicTracerProvider({
    // The environment wins.
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())]
  })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const close = async () => {
    await withTimeout(SHUTDOWN_TIMEOUT_MS, provider.shutdown()).catch((error: Error) => {
      log.warn({ err: error.message }, 'traces_not_sent')
    })
  }
  return { api, tracer: provider.getTracer('halyard'), close }
}
