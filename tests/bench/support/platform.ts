import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Child {
  name: string
  pid: number
}

/** A production build on temporary data, with rate limits off. */
export interface Platform {
  port: number
  databaseUrl: string
  redisUrl: string
  secret: string
  children: Child[]
  stop(): Promise<void>
}

function readyLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk
      if (text.includes('Halyard is ready at')) resolve()
    })
    child.on('exit', (code) => reject(new Error(`The platform ended with code ${code}:\n${text}`)))
  })
}

/** @param more environment of its processes @param options of `npm start` */
export async function startPlatform(
  more: Record<string, string | undefined> = {},
  options: string[] = []
): Promise<Platform> {
  const data = mkdtempSync(join(tmpdir(), 'halyard-bench-'))
  const own = { HALYARD_DATA: data, PORT: '0', HALYARD_RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
  const env = { ...process.env, ...own, ...more }
  const child = spawn(process.execPath, ['scripts/start.mjs', ...options], {
    env,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  await readyLine(child)
  const run = JSON.parse(readFileSync(join(data, 'run.json'), 'utf8')) as {
    url: string
    env: Record<string, string>
    children: Child[]
  }
  return {
    port: Number(new URL(run.url).port),
    databaseUrl: run.env.DATABASE_URL!,
    redisUrl: run.env.REDIS_URL!,
    secret: run.env.HALYARD_SECRET!,
    children: run.children,
    async stop() {
      child.removeAllListeners('exit')
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 20_000))])
      rmSync(data, { recursive: true, force: true })
    }
  }
}

export async function startBare(): Promise<{ port: number; stop(): void }> {
  const child = fork(new URL('./bare.mjs', import.meta.url))
  const port = await new Promise<number>((resolve) =>
    child.once('message', (value) => resolve(Number(value)))
  )
  return { port, stop: () => void child.kill() }
}
