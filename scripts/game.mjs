import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { game } = await import('./lib/commands/event.mjs')

await command(() => game(process.argv.slice(2)))
