import { prepareCheckout } from '../install/prepare.mjs'
import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'
import { EphemeralStores } from '../stores/ephemeral.mjs'
import { handleShutdownSignals } from '../terminal/shutdown.mjs'

/**
 * `npm run schema`: writes server/db/schema.sql and server/db/functions from a database that has just been migrated.
 * @returns {Promise<number>} exit code
 */
export async function schema() {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  // A server of its own: one that the environment names would be migrated.
  const stores = new EphemeralStores(signal, {})
  try {
    await prepareCheckout({ build: 'never', signal })
    const env = { ...process.env, ...(await stores.env()) }
    const args = ['--import', 'tsx', inRoot('scripts/schema/main.ts')]
    const { code } = await run(process.execPath, args, {
      cwd: inRoot(),
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      signal
    })
    return code
  } finally {
    await stores.stop()
  }
}
