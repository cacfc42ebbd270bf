import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { test } = await import('./lib/test/test-run.mjs')

await command(() => test(process.argv.slice(2)))
