// npm run bench -- aged | boards | ceremony | database | event | first-minute | idle | instances | ranking | slow-phone | tunnels | viewers
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { bench } = await import('./lib/commands/bench.mjs')

await command(() => bench(process.argv.slice(2)))
