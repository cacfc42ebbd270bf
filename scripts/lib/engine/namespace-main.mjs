// Runs inside the namespaces that index.mjs makes: namespace-main.mjs FOLDER stores|plain COMMAND…
// Stores and engine end with the command. When the engine does not start, its reason goes to FOLDER/unavailable and the
// command is not run. stdin closes when the caller has ended.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../command.mjs'
import { lastErrorLine, run } from '../processes/run.mjs'
import { EphemeralStores } from '../stores/ephemeral.mjs'
import { UserError } from '../terminal/errors.mjs'
import { startProgress } from '../terminal/output.mjs'
import { handleShutdownSignals } from '../terminal/shutdown.mjs'
import { Dockerd } from './dockerd.mjs'
import { staticBusybox, TEST_IMAGE } from './image.mjs'
import { checkEngine } from './verify.mjs'

const [folder, mode, program, ...args] = process.argv.slice(2)
if (!folder || !program) throw new Error('usage: namespace-main.mjs FOLDER stores|plain COMMAND…')

// Deleted with the folder, also when a test was killed.
const temporary = join(folder, 'tmp')
process.env.TMPDIR = temporary
mkdirSync(temporary, { mode: 0o1777 })

/** @param {Dockerd} engine @returns {Promise<string | null>} why it cannot be used; null when it can */
async function startEngine(engine) {
  const busybox = await staticBusybox()
  if (busybox === null) return 'there is no static busybox'
  const { code, tail } = await run(busybox, ['ip', 'link', 'set', 'lo', 'up'])
  if (code !== 0) return `no loopback: ${lastErrorLine(tail)}`
  try {
    await engine.start()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return `dockerd does not start: ${engine.lastError() || error.message}`
  }
  return checkEngine(engine.host)
}

/** @param {{ folder: string, program: string, engine: Dockerd, stores: EphemeralStores, signal: AbortSignal }} options */
async function runCommand({ folder, program, engine, stores, signal }) {
  const progress = startProgress('Starting a container engine')
  const reason = await startEngine(engine)
  if (reason !== null) {
    progress.fail()
    writeFileSync(join(folder, 'unavailable'), reason)
    return 1
  }
  progress.succeed()
  const env = {
    ...process.env,
    ...(mode === 'stores' ? await stores.env() : {}),
    TEST_DOCKER_HOST: engine.host,
    TEST_DOCKER_PID_FILE: engine.pidFile,
    TEST_IMAGE
  }
  return (await run(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'], signal })).code
}

await command(async () => {
  const { signal, requested } = handleShutdownSignals(() => process.exit(1))
  let orphaned = false
  process.stdin.resume().on('end', () => {
    orphaned = true
    process.kill(process.pid, 'SIGTERM')
  })
  const engine = new Dockerd(join(folder, 'engine'))
  const stores = new EphemeralStores(signal, {})
  const running = runCommand({ folder, program, engine, stores, signal })
  try {
    return await Promise.race([running, requested.then(() => Promise.reject(signal.reason))])
  } finally {
    await Promise.all([stores.stop(), engine.stop()])
    await running.catch(() => {})
    if (orphaned) rmSync(folder, { recursive: true, force: true })
  }
})
