import cluster from 'node:cluster'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import type { Database } from '~/server/db'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Env } from '~/server/platform/env'
import { joinGathering } from '~/server/platform/processes/gathering'
import { closeServer, listenOnPort } from '~/server/platform/processes/lifecycle'
import type { Redis } from '~/server/platform/redis'
import { sameSecret } from '~/server/platform/same-secret'
import { registry } from './definitions'
import { sampleStores } from './stores'

export {
  deltaDelay,
  flagsReceived,
  mailsTried,
  openSockets,
  openTunnels,
  requestsShed,
  verdictLatency,
  verdicts
} from './definitions'
export { type Observed, observeRequest } from './requests'

const NEIGHBOUR_TIMEOUT_MS = 2000

export interface Metrics {
  /** Answers requests for metrics, which need METRICS_TOKEN. False for other paths and without the token. */
  answer(path: string, req: IncomingMessage, res: ServerResponse): boolean
  listen(): Promise<number | null>
  close(): Promise<void>
}

interface Needs {
  db: Pick<Database, 'pool'>
  redis: Redis
  env: Pick<Env, 'HALYARD_DATA' | 'METRICS_PORT' | 'METRICS_HOST' | 'METRICS_TOKEN' | 'HALYARD_ROLE'>
  beside?: number[]
}

/** The path of one process's metrics, which another process adds up. */
const BESIDE = '/metrics/process'

async function askBeside(port: number): Promise<MetricObject[]> {
  const answer = await fetch(`http://127.0.0.1:${port}${BESIDE}`, {
    signal: AbortSignal.timeout(NEIGHBOUR_TIMEOUT_MS)
  })
  return answer.ok ? ((await answer.json()) as MetricObject[]) : []
}

export function createMetrics({ db, redis, env, beside = [] }: Needs): Metrics {
  const own = async () => {
    await sampleStores({ db, redis, data: env.HALYARD_DATA })
    return registry.getMetricsAsJSON()
  }
  const workers = cluster.isWorker ? joinGathering(own) : async () => [await own()]
  const whole = async () => {
    const others = beside.map((port) => askBeside(port).catch(() => []))
    const [here, ...there] = await Promise.all([workers(), ...others])
    return AggregatorRegistry.aggregate([...here, ...there] as MetricObject[][]).metrics()
  }
  const send = async (res: ServerResponse) => {
    const body = await withTimeout(5000, whole()).catch(() => null)
    const type = body === null ? 'text/plain; charset=utf-8' : registry.contentType
    res.writeHead(body === null ? 503 : 200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
    res.end(body ?? 'Metrics could not be gathered in time.\n')
  }
  const { METRICS_TOKEN: token } = env
  const server = createServer((req, res) => {
    if (req.url === '/metrics') void send(res)
    else res.writeHead(404).end()
  })
  const isBeside = env.HALYARD_ROLE === 'all' && beside.length === 0
  return {
    answer(path, req, res) {
      if (path === BESIDE && isBeside) {
        void own().then((metrics) => res.end(JSON.stringify(metrics)))
        return true
      }
      if (path !== '/metrics' || token === undefined) return false
      if (sameSecret(req.headers.authorization ?? '', `Bearer ${token}`)) void send(res)
      else res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
      return true
    },
    async listen() {
      if (env.METRICS_PORT === undefined || isBeside) return null
      return listenOnPort(server, env.METRICS_PORT, env.METRICS_HOST)
    },
    async close() {
      if (server.listening) await closeServer(server)
    }
  }
}
