// What a container runs: the one process that HALYARD_ROLE or --role names, from an existing build.
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { readRole, runRole } = await import('./lib/platform/role.mjs')
const { errorMessages } = await import('./lib/terminal/errors.mjs')

try {
  const { role } = readRole(process.argv.slice(2), process.env)
  if (role === 'all')
    throw new Error('Set HALYARD_ROLE to web, scoring, jobs or migrate; "npm start" runs all in one.')
  await runRole(role)
} catch (error) {
  for (const message of errorMessages(error)) process.stderr.write(`${message}\n`)
  process.exit(1)
}
