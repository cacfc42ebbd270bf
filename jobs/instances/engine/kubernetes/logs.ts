import { newestLines } from '../docker/logs'
import { EngineError, type LogLine } from '../engine'
import { statusOf } from '../refused'
import { type Cluster, type Pod, podsOf, SERVICES } from './api'

const LINES = 200
/** Most bytes of a container's log; the rest is not read. */
const MAX_BYTES = 4 * 1024 * 1024

/** Lines with their times. Kubernetes does not tell the streams apart. */
export function readLines(text: string, prefix = ''): LogLine[] {
  return text.split('\n').flatMap((line) => {
    const space = line.indexOf(' ')
    const at = new Date(line.slice(0, space))
    return space > 0 && !Number.isNaN(at.getTime())
      ? [{ at, stream: 'stdout' as const, text: prefix + line.slice(space + 1) }]
      : []
  })
}

async function readContainer({ calls, paths }: Cluster, pod: Pod, container: string, query: object) {
  try {
    return await calls.text({
      method: 'GET',
      path: `${paths.pods}/${pod.metadata.name}/log`,
      query: { container, timestamps: true, limitBytes: MAX_BYTES, ...query }
    })
  } catch (error) {
    // The container has not started.
    if (statusOf(error) === 400) return ''
    throw error
  }
}

/**
 * As of Docker; with several services, each line begins with the name of its own.
 * @throws EngineError `gone` without a Pod
 */
export async function readLogs(
  cluster: Cluster,
  instance: string,
  { lines = LINES, since }: { lines?: number; since?: Date } = {}
): Promise<LogLine[]> {
  const [pod] = await podsOf(cluster, instance)
  if (!pod) throw new EngineError('gone', `there is no Pod of ${instance}`)
  const services = pod.metadata.annotations?.[SERVICES]?.split(',')
  const query = { tailLines: lines, ...(since && { sinceTime: since.toISOString() }) }
  const all = await Promise.all(
    pod.spec.containers.map(async ({ name }, index) =>
      readLines(
        await readContainer(cluster, pod, name, query),
        services && services.length > 1 ? `${services[index]} | ` : ''
      )
    )
  )
  return newestLines(all.flat().sort((a, b) => a.at.getTime() - b.at.getTime()))
}
