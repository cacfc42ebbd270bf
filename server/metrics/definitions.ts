import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A path or id as label would make unlimited series (docs/metrics.md, docs/decisions/028-metrics.md). */
export const registry = new Registry()

collectDefaultMetrics({ register: registry })

// The average of all processes would hide the one that is late.
for (const metric of registry.getMetricsAsArray())
  if (metric.name.startsWith('nodejs_eventloop_lag_') && metric.aggregator === 'average')
    metric.aggregator = 'max'

const registers = [registry]

export const httpRequests = new Counter({
  name: 'halyard_http_requests_total',
  help: 'Requests answered',
  labelNames: ['method', 'route', 'status'] as const,
  registers
})

export const httpDuration = new Histogram({
  name: 'halyard_http_request_duration_seconds',
  help: 'From the head of a request to the end of its answer',
  labelNames: ['method', 'route'] as const,
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
  registers
})

export const requestsShed = new Counter({
  name: 'halyard_requests_shed_total',
  help: 'Requests refused under too much load',
  labelNames: ['kind'] as const,
  registers
})

export const flagsReceived = new Counter({
  name: 'halyard_flags_received_total',
  help: 'Flags that were stored for judging',
  registers
})

export const verdicts = new Counter({
  name: 'halyard_verdicts_total',
  help: 'Verdicts given',
  labelNames: ['result'] as const,
  registers
})

export const verdictLatency = new Histogram({
  name: 'halyard_verdict_latency_seconds',
  help: 'From the time of a submission to its verdict',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 60],
  registers
})

export const deltaDelay = new Histogram({
  name: 'halyard_delta_delay_seconds',
  help: 'From a change of a board to its last socket',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers
})

export const openSockets = new Gauge({
  name: 'halyard_sockets',
  help: 'Open connections of live pages and hubs',
  registers
})

export const openTunnels = new Gauge({
  name: 'halyard_instance_connections',
  help: 'Open connections through web processes to instances',
  registers
})

export const mailsTried = new Counter({
  name: 'halyard_mails_tried_total',
  help: 'Attempts to send a mail',
  labelNames: ['result'] as const,
  registers
})
// A rate needs a value from before the first.
for (const result of ['sent', 'failed', 'away']) mailsTried.inc({ result }, 0)

export const poolConnections = new Gauge({
  name: 'halyard_database_connections',
  help: 'Connections of the pool to Postgres',
  labelNames: ['state'] as const,
  registers
})

export const poolWaiting = new Gauge({
  name: 'halyard_database_waiting',
  help: 'Queries that wait for a connection',
  registers
})

/** Of several processes, the one that has least tells. */
const LEAST = { aggregator: 'min', registers } as const

export const redisUp = new Gauge({
  name: 'halyard_redis_up',
  help: '1 while Redis answers this process, else 0',
  ...LEAST
})

export const diskFree = new Gauge({
  name: 'halyard_disk_free_bytes',
  help: 'Room on the disk of HALYARD_DATA',
  ...LEAST
})

/** Values of Postgres are the same in all workers, so they are not added. */
const SHARED = { aggregator: 'max', registers } as const

export const judgeLag = new Gauge({
  name: 'halyard_judge_lag_seconds',
  help: 'Age of the oldest submission that waits for its verdict',
  ...SHARED
})

export const unjudged = new Gauge({
  name: 'halyard_unjudged_submissions',
  help: 'Submissions that wait for their verdict',
  ...SHARED
})

export const mails = new Gauge({
  name: 'halyard_mails',
  help: 'Mails in the outbox',
  labelNames: ['state'] as const,
  ...SHARED
})

export const messagesWaiting = new Gauge({
  name: 'halyard_messages_waiting',
  help: 'Messages to webhooks and devices that wait to be sent',
  labelNames: ['kind'] as const,
  ...SHARED
})

export const backupAge = new Gauge({
  name: 'halyard_backup_age_seconds',
  help: 'Age of the newest scheduled backup; before the first, since when they are scheduled',
  ...SHARED
})

export const backupFailed = new Gauge({
  name: 'halyard_backup_failed',
  help: '1 when the last try of a scheduled backup failed; absent where none are scheduled',
  ...SHARED
})

export const solveChecks = new Gauge({
  name: 'halyard_solve_checks',
  help: 'Challenges with a solver, by how their solve checks stand',
  labelNames: ['state'] as const,
  ...SHARED
})

export const instances = new Gauge({
  name: 'halyard_instances',
  help: 'Instances',
  labelNames: ['state'] as const,
  ...SHARED
})
