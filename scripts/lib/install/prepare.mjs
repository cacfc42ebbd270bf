import { existsSync, mkdirSync } from 'node:fs'
import { build } from '../build/build.mjs'
import { isBuilt } from '../build/fingerprint.mjs'
import { withLock } from '../files/lock.mjs'
import { inRoot } from '../paths.mjs'
import { UserError } from '../terminal/errors.mjs'
import { printStatus } from '../terminal/output.mjs'
import { install, isInstalled } from './packages.mjs'

/**
 * Installs the packages and, if wanted, builds. One process does it at a time; the others wait and find it done.
 * @param {{ build: 'never' | 'stale' | 'always', signal?: AbortSignal }} options `stale`: builds only if sources changed
 * @throws {import('../terminal/errors.mjs').UserError}
 */
export async function prepareCheckout(options) {
  const { signal } = options
  const isReady = () =>
    isInstalled() && (options.build === 'never' || (options.build === 'stale' && isBuilt()))
  if (isReady()) return
  if (!existsSync(inRoot('package-lock.json')))
    throw new UserError(
      'There is no package-lock.json here, so nothing can be installed. In the image it is: node scripts/role.mjs backup FILE (docs/deploying.md#commands-in-the-image).'
    )
  mkdirSync(inRoot('.cache'), { recursive: true })
  /** @param {{ pid: number }} owner */
  const onWait = (owner) =>
    printStatus(`Process ${owner.pid} is installing or building here; waiting for it.`)
  await withLock(inRoot('.cache/setup.lock'), { signal, onWait }, async () => {
    await install(signal)
    if (options.build === 'always' || (options.build === 'stale' && !isBuilt())) await build(signal)
  })
}
