// npm run check
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { check } = await import('./lib/check.mjs')

await command(check)
