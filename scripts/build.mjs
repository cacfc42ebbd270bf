import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { prepareCheckout } = await import('./lib/install/prepare.mjs')

// --if-stale: only when the sources have changed since the last build.
const build = process.argv.includes('--if-stale') ? 'stale' : 'always'

await command(async () => {
  await prepareCheckout({ build })
  return 0
})
