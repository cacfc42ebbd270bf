import { prepareCheckout } from '../install/prepare.mjs'
import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'
import { EphemeralStores } from '../stores/ephemeral.mjs'
import { handleShutdownSignals } from '../terminal/shutdown.mjs'

/** `npm run schema`: writes server/db/schema.sql and server/db/functions from a newly migrated database. */
export async function schema() {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  // Never the database of the environment, which would be migrated.
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
