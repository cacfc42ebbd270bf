import { prepareCheckout } from '../install/prepare.mjs'
import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'
import { UserError } from '../terminal/errors.mjs'
import { handleShutdownSignals } from '../terminal/shutdown.mjs'
import { obtainChromium } from '../test/chromium.mjs'

/**
 * `npm run tour`: tests/tour walks through the product as docs/tour.md does, and takes its pictures.
 * @returns {Promise<number>} exit code @throws {UserError} when there is no browser and none can be installed
 */
export async function tour() {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  await prepareCheckout({ build: 'stale', signal })
  const chromium = await obtainChromium(signal)
  if (!chromium) throw new UserError('The pictures need Chromium: install it or set CHROMIUM_PATH.')
  const { code } = await run(process.execPath, ['--import', 'tsx', inRoot('tests/tour/main.ts')], {
    env: { ...process.env, CHROMIUM_PATH: chromium.path },
    stdio: ['ignore', 'inherit', 'inherit'],
    signal
  })
  return code
}
