import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { files } = await import('./lib/commands/event.mjs')

await command(() => files(process.argv.slice(2)))
