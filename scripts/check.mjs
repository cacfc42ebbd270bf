import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { check } = await import('./lib/commands/check.mjs')

await command(check)
