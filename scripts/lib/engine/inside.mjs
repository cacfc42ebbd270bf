// Runs inside the namespaces that index.mjs makes: inside.mjs FOLDER stores|plain COMMAND…
// The engine and the stores live there for as long as the command takes. Where the engine does not start, the reason is
// written to FOLDER/unavailable and the command is not run. The end of stdin tells that who called us is gone.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../command.mjs'
import { lastWords, run } from '../processes.mjs'
import { Fault, Stopped, step } from '../say.mjs'
import { listenForStop } from '../stopper.mjs'
import { ThrowAwayStores } from '../stores/throw-away.mjs'
import { checkEngine } from './check.mjs'
import { Dockerd } from './dockerd.mjs'
import { staticBusybox, TEST_IMAGE } from './image.mjs'

const [folder, which, program, ...args] = process.argv.slice(2)

// What a test that was killed leaves goes with the folder.
process.env.TMPDIR = join(folder, 'tmp')
mkdirSync(process.env.TMPDIR, { mode: 0o1777 })

/** Starts the engine; a reason when it cannot be used. */
async function startEngine(engine) {
  const busybox = await staticBusybox()
  const { code, tail } = await run(busybox, ['ip', 'link', 'set', 'lo', 'up'])
  if (code !== 0) return `no loopback: ${lastWords(tail)}`
  try {
    await engine.start()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return `dockerd does not start: ${engine.words() || error.message}`
  }
  return checkEngine(engine.host)
}

async function work({ engine, stores, signal }) {
  const progress = step('Starting a container engine')
  const reason = await startEngine(engine)
  if (reason !== null) {
    progress.failed()
    writeFileSync(join(folder, 'unavailable'), reason)
    return 1
  }
  progress.done()
  const env = {
    ...process.env,
    ...(which === 'stores' ? await stores.env() : {}),
    TEST_DOCKER_HOST: engine.host,
    TEST_DOCKER_PID_FILE: engine.pidFile,
    TEST_IMAGE
  }
  return (await run(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'], signal })).code
}

await command(async () => {
  const { signal, asked } = listenForStop(() => process.exit(1))
  let orphaned = false
  process.stdin.resume().on('end', () => {
    orphaned = true
    process.kill(process.pid, 'SIGTERM')
  })
  const engine = new Dockerd(join(folder, 'engine'))
  const stores = new ThrowAwayStores(signal, {})
  const working = work({ engine, stores, signal })
  try {
    return await Promise.race([
      working,
      asked.then(() => {
        throw new Stopped()
      })
    ])
  } finally {
    await Promise.all([stores.stop(), engine.stop()])
    await working.catch(() => {})
    if (orphaned) rmSync(folder, { recursive: true, force: true })
  }
})
