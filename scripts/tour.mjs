// npm run tour: takes the pictures of docs/tour.md again
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { tour } = await import('./lib/commands/tour.mjs')

await command(() => tour())
