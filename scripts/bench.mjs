// npm run bench, npm run bench -- instances, npm run bench -- aged
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { bench } = await import('./lib/bench.mjs')

await command(() => bench(process.argv.slice(2)))
