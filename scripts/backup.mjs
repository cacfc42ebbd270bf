import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { backup } = await import('./lib/commands/event.mjs')

await command(() => backup(process.argv.slice(2)))
