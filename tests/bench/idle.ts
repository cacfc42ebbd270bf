import { execFileSync, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Platform } from './support/platform'
import { cpuSeconds, nextMessage, residentMiB } from './support/processes'
import { heading, line, number } from './support/report'
import { seed } from './support/seed'

const WANTED = 20_000
/** Open files of a process beside its sockets. */
const OTHER_FILES = 1000
const CLIENTS = 2
const SECONDS = 20

/** The cost of idle viewers, as many as given or as the limit of open files permits. */
export async function benchIdle(pool: pg.Pool, { port, children }: Platform): Promise<void> {
  const files =
    Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })) || Number.POSITIVE_INFINITY
  const count = Math.min(WANTED, files - OTHER_FILES)
  heading(`${number(count, 0)} idle viewers (${number(files, 0)} open files are allowed)`)
  const game = await seed(pool)
  const before = children.map(({ pid }) => residentMiB(pid))
  const clients = Array.from({ length: CLIENTS }, () =>
    fork(new URL('./support/sockets.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  )
  const begun = performance.now()
  const ready = clients.map((client) => nextMessage<{ ready: number }>(client))
  for (const client of clients) client.send({ start: { port, game: game.gameId, count: count / CLIENTS } })
  await Promise.all(ready)
  line('all of them connected', `${number((performance.now() - begun) / 1000)} s`)
  const cpu = children.map(({ pid }) => cpuSeconds(pid))
  await sleep(SECONDS * 1000)
  for (const [i, { name, pid }] of children.entries()) {
    const cores = (cpuSeconds(pid) - cpu[i]!) / SECONDS
    const grown = residentMiB(pid) - before[i]!
    line(
      name,
      `${number(cores, 2)} cores, ${number(grown, 0)} MiB more: ${number((grown * 1024) / count)} KiB a viewer`
    )
  }
  const ended = clients.map((client) => nextMessage(client))
  for (const client of clients) client.send({ finish: { sent: [] } })
  await Promise.all(ended)
}
