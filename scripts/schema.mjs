import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { schema } = await import('./lib/commands/schema.mjs')

await command(schema)
