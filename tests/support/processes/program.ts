import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Stores } from '../stores/stores'

/** The HALYARD_SECRET of all processes. */
export const SECRET = '5e'.repeat(32)

export const ADMIN = { userName: 'Admin', password: 'hoist the flag' }

/** Makes a built program count coverage, under `npm test -- --coverage`. */
export const counted = (): Record<string, string> =>
  process.env.TEST_COVERAGE ? { NODE_V8_COVERAGE: process.env.TEST_COVERAGE } : {}

export interface Run {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

/** A built program on the stores of a test, as `npm run event`, `npm run game` and the launcher run it. */
export function runBuilt(
  name: 'event' | 'game' | 'suitcase' | 'backup' | 'files' | 'migrate',
  argv: string[],
  { databaseUrl, redisUrl }: Pick<Stores, 'databaseUrl' | 'redisUrl'>,
  env: Record<string, string> = {}
): Run {
  const child = spawn(process.execPath, [`build/${name}.js`, ...argv], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      HALYARD_SECRET: SECRET,
      ...counted(),
      ...env
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, stdout: () => output.stdout, stderr: () => output.stderr, ended }
}
