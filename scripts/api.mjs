// npm run api: writes docs/reference, docs/api-examples.json and the types of packages/client from the calls as they are
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { command } = await import('./lib/command.mjs')
const { writeApi } = await import('./lib/commands/api.mjs')

await command(writeApi)
