// npm run build
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { setup } = await import('./lib/setup.mjs')

await command(async () => {
  await setup({ build: 'always' })
  return 0
})
