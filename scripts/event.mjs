import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { event } = await import('./lib/commands/event.mjs')

await command(() => event(process.argv.slice(2)))
