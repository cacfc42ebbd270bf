// npm run check
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/say.mjs')
const { check } = await import('./lib/check.mjs')

await command(check)
