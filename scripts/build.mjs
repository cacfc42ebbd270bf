import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { prepareCheckout } = await import('./lib/install/prepare.mjs')

await command(async () => {
  await prepareCheckout({ build: 'always' })
  return 0
})
