import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { launch } = await import('./lib/platform/launcher.mjs')

await command(() => launch(process.argv.slice(2)))
