import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { restore } = await import('./lib/commands/event.mjs')

await command(() => restore(process.argv.slice(2)))
