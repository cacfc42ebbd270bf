import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { suitcase } = await import('./lib/commands/event.mjs')

await command(() => suitcase(process.argv.slice(2)))
