import { mkdirSync } from 'node:fs'
import { build } from './build.mjs'
import { isBuilt } from './fingerprint.mjs'
import { install, isInstalled } from './install.mjs'
import { withLock } from './lock.mjs'
import { inRoot } from './paths.mjs'
import { note } from './say.mjs'

/**
 * Brings the clone to the point where it can run: packages installed and, if asked for, sources built. One process at
 * a time does it; others wait and find it done.
 * @param {{ build: 'never' | 'stale' | 'always', signal?: AbortSignal }} options
 */
export async function setup(options) {
  const { signal } = options
  const ready = () => isInstalled() && (options.build === 'never' || (options.build === 'stale' && isBuilt()))
  if (ready()) return
  mkdirSync(inRoot('.cache'), { recursive: true })
  const onWait = (owner) => note(`Process ${owner.pid} is installing or building here; waiting for it.`)
  await withLock(inRoot('.cache/setup.lock'), { signal, onWait }, async () => {
    await install(signal)
    if (options.build === 'always' || (options.build === 'stale' && !isBuilt())) await build(signal)
  })
}
