// npm run bench, npm run bench -- aged | boards | first-minute | instances | tunnels
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { bench } = await import('./lib/bench.mjs')

await command(() => bench(process.argv.slice(2)))
